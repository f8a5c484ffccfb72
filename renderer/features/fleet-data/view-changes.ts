/** What changed since the window was last told, so that nothing is posted twice. */
export class ViewChanges {
  /** Slots whose rows were returned since the last version: only they can be on screen. */
  readonly #shown = new Set<number>();
  #version = 0;
  #haveRows = false;
  #hasView = true;
  #hasMap = true;
  #hasSelected = false;

  /** Counts the changes of rows. */
  get version(): number {
    return this.#version;
  }

  get hasView(): boolean {
    return this.#haveRows || this.#hasView;
  }

  /** Rows changed, moved, or match in another way. */
  rows(): void {
    this.#haveRows = true;
  }

  /** What is around the rows changed. */
  view(): void {
    this.#hasView = true;
  }

  map(): void {
    this.#hasMap = true;
  }

  /** The record or the report of the selected device changed. */
  selected(): void {
    this.#hasSelected = true;
  }

  /** These rows were returned. */
  showed(slots: readonly number[]): void {
    for (const slot of slots) this.#shown.add(slot);
  }

  /** The reports of these devices changed. */
  reports(slots: Uint32Array, selectedSlot: number): void {
    for (const slot of slots) {
      if (this.#shown.has(slot)) this.#haveRows = true;
      if (slot === selectedSlot) this.#hasSelected = true;
    }
  }

  /** Whether rows or view changed since the last call. */
  takeView(): boolean {
    const { hasView } = this;
    if (this.#haveRows) {
      this.#version += 1;
      this.#shown.clear();
    }
    this.#haveRows = false;
    this.#hasView = false;
    return hasView;
  }

  /** Whether anything that a map may show changed since the last call. */
  takeMap(): boolean {
    const hasMap = this.#hasMap;
    this.#hasMap = false;
    return hasMap;
  }

  takeSelected(): boolean {
    const hasSelected = this.#hasSelected;
    this.#hasSelected = false;
    return hasSelected;
  }
}
