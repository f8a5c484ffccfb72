/**
 * Holds back the tiles of the bundled map until the first devices are on screen: unpacking and placing them
 * takes as long as everything that the devices need. Those of a view that was left meanwhile are never read.
 */
export class TileGate {
  readonly #opened = Promise.withResolvers<void>();

  open(): void {
    this.#opened.resolve();
  }

  /** Resolves when the gate is open; rejects if the tile is not needed any more. */
  async passed(signal: AbortSignal): Promise<void> {
    await this.#opened.promise;
    signal.throwIfAborted();
  }
}
