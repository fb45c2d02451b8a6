import { Square, Variant } from './game.js';

/** A piece as SVG: its letter as FEN has it, `M~` a promoted Bia. */
export declare function picture(letter: string, variant?: Variant): string;
/** The entry of the 0x88 difference table for two squares, and whether a piece (its letter as FEN has it) could capture across. */
export declare function relation(
  from: Square,
  to: Square,
  letter?: string,
): { ways: string[]; step: number; distance: number; reaches: boolean };
