import type { ZodType } from 'zod';
import type { Records } from '#main/cache/cache';
import { failDeclined } from '#shared/fault';
import type { Message } from '#shared/i18n/translate';

/** Records to store, and the ids of records to remove. */
interface Change<T> {
  put: T[];
  removed: string[];
}

/** Records that the user made, by id, in the order in which they were made. */
export class UndoableRecords<T extends { id: string }> {
  /** Read at the first use. */
  #known: Map<string, T> | null = null;
  #list: readonly T[] | null = null;

  constructor(
    private readonly records: Pick<Records, 'all' | 'putMany'>,
    private readonly schema: ZodType<T>,
    private readonly most: number,
    private readonly tooMany: Message,
  ) {}

  /** The same array until a record changes. */
  all(): readonly T[] {
    return (this.#list ??= [...this.#map().values()]);
  }

  /**
   * Stores a change in one write, and returns the change that undoes it. Fails with the given message
   * if there would be too many.
   */
  change({ put, removed }: Change<T>): Change<T> {
    const known = this.#map();
    const after = new Map<string, T | undefined>(removed.map((id) => [id, undefined]));
    for (const record of put) after.set(record.id, record);
    const before: Change<T> = { put: [], removed: [] };
    let count = known.size;
    for (const [id, record] of after) {
      const last = known.get(id);
      if (last) before.put.push(last);
      else if (record) before.removed.push(id);
      count += Number(record !== undefined) - Number(last !== undefined);
    }
    if (count > this.most && count > known.size) failDeclined(this.tooMany);
    // First on disk: what could not be stored has not changed.
    this.records.putMany(after);
    for (const [id, record] of after) {
      if (record) known.set(id, record);
      else known.delete(id);
    }
    this.#list = null;
    return before;
  }

  #map(): Map<string, T> {
    return (this.#known ??= new Map(
      this.records.all().flatMap(({ value }) => {
        const record = this.schema.safeParse(value).data;
        return record ? [[record.id, record] as const] : [];
      }),
    ));
  }
}
