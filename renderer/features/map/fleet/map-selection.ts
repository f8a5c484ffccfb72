/** Which device is selected, and whether it was selected on the map itself. */
export class MapSelection {
  #id: string | null = null;
  /** The next selected device was selected on the map, where it is in view already. */
  #isFromMap = false;
  /** Selected in a view that was restored. */
  #restored: string | null = null;

  constructor(private readonly select: (id: string | null) => void) {}

  /** Selects a device that was clicked on the map, or nothing. */
  choose(id: string | null): void {
    this.#isFromMap = id !== null && id !== this.#id;
    this.select(id);
  }

  /** A view was restored in which this device was selected: it is not brought into view. */
  restored(id: string | null): void {
    this.#restored = id;
  }

  /** Follows the selection of the fleet; returns whether the device has to be brought into view. */
  follow(id: string | null): boolean {
    const isNew = id !== this.#id;
    const isInView = this.#isFromMap || id === this.#restored;
    const isElsewhere = isNew && id !== null && !isInView;
    if (isNew) this.#isFromMap = false;
    if (isNew && id !== null) this.#restored = null;
    this.#id = id;
    return isElsewhere;
  }
}
