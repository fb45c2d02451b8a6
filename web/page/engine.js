// The page's side of the worker. A search is stopped by terminating its worker, since a searching worker reads no messages.

export class Engine {
  #worker = null;
  #asked = 0;
  #waiting = null;

  #start() {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.ready = new Promise((ready) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.ready) ready();
        else if (data.asked === this.#asked && this.#waiting) this.#hear(data);
      };
    });
    this.#worker.onerror = (event) => this.#waiting?.reject(new Error(event.message || 'the engine cannot be loaded'));
  }

  #hear({ found, done, error }) {
    if (found) this.#waiting.told(found);
    if (!done && !error) return;
    const { resolve, reject } = this.#waiting;
    this.#waiting = null;
    if (done) resolve(done);
    else reject(new Error(error));
  }

  /** Returns the move of the engine, which ignores the moves of `passedOver`; `null` if it is stopped first. */
  async think(record, limits, told = () => {}, passedOver = []) {
    this.stop();
    if (!this.#worker) this.#start();
    const asked = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, told };
      this.ready.then(() => {
        if (asked === this.#asked && this.#waiting) this.#worker.postMessage({ asked, record, limits, passedOver });
      });
    });
  }

  stop() {
    if (!this.#waiting) return;
    this.#waiting.resolve(null);
    this.#waiting = null;
    this.#asked++;
    this.#worker.terminate();
    this.#worker = null;
  }
}
