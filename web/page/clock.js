// Two chess clocks. At most one of them runs. A move adds seconds to the time of its side.

/** The interval at which the time is read, in milliseconds. */
const TICK = 100;

export class Clock {
  /** The milliseconds left to each side; `null` in a game without clocks. */
  #left = null;
  #bonus = 0;
  #running = null;
  #since = 0;
  #timer = null;
  #shown;
  #fell;

  /** Calls `shown()` to draw the clocks, and `fell(color)` when the time of a side is up. */
  constructor(shown, fell) {
    this.#shown = shown;
    this.#fell = fell;
  }

  /** Sets `5 3`: five minutes, and three seconds for each move. An empty text means no clocks. */
  set(setting) {
    this.run(null);
    const [minutes, seconds] = setting.split(' ').map(Number);
    this.#left = setting ? { w: minutes * 60_000, b: minutes * 60_000 } : null;
    this.#bonus = setting ? seconds * 1000 : 0;
  }

  /** The state for a reload: the time left, and the bonus. */
  get kept() {
    return this.#left && { left: { w: this.left('w'), b: this.left('b') }, bonus: this.#bonus };
  }

  set kept(kept) {
    this.run(null);
    this.#left = kept?.left ?? null;
    this.#bonus = kept?.bonus ?? 0;
  }

  left(color) {
    if (!this.#left) return Infinity;
    return Math.max(0, this.#left[color] - (color === this.#running ? performance.now() - this.#since : 0));
  }

  /** Starts the clock of a side and stops the other; `null` stops both. */
  run(color) {
    if (color === this.#running) return;
    clearInterval(this.#timer);
    if (this.#running) this.#left[this.#running] = this.left(this.#running);
    this.#running = this.#left ? color : null;
    if (!this.#running) return;
    this.#since = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  #tick() {
    const color = this.#running;
    this.#shown();
    if (this.left(color) > 0) return;
    this.run(null);
    this.#fell(color);
  }

  /** Adds the bonus of a side after its move. */
  moved(color) {
    this.run(null);
    if (this.#left) this.#left[color] += this.#bonus;
  }

  /** Writes `4:05`, or `0:09.3` when time is short. */
  text(color) {
    if (!this.#left) return '';
    const tenths = Math.ceil(this.left(color) / 100);
    const seconds = tenths < 200 ? (tenths / 10).toFixed(1).padStart(4, '0') : String(Math.ceil(tenths / 10) % 60).padStart(2, '0');
    return `${Math.floor((tenths < 200 ? 0 : Math.ceil(tenths / 10)) / 60)}:${seconds}`;
  }
}
