/** Notifies its listeners once for each fleet that was drawn as a whole. */
export class DrawnFleets {
  #last: number | null = null;
  readonly #listeners = new Set<(generation: number) => void>();

  drawn(generation: number): void {
    if (generation === this.#last) return;
    this.#last = generation;
    for (const listener of this.#listeners) listener(generation);
  }

  /** Also calls a new listener if a fleet was drawn before. */
  add(listener: (generation: number) => void): () => void {
    this.#listeners.add(listener);
    if (this.#last !== null) listener(this.#last);
    return () => this.#listeners.delete(listener);
  }
}
