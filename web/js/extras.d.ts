import { Square, Variant } from './game.js';

/** Returns a piece as SVG. The letter is that of a FEN, `M~` for a promoted Bia. */
export declare function picture(letter: string, variant?: Variant): string;
/**
 * Returns the entry of the 0x88 difference table for two squares, and whether a piece (a letter of a FEN) could capture from one
 * to the other.
 */
export declare function relation(
  from: Square,
  to: Square,
  letter?: string,
): { ways: string[]; step: number; distance: number; reaches: boolean };
