import type { Sent } from '#main/features/records/edit-pipeline';
import type { RecordKind, EntityOf } from '#shared/domain/edit';

/** Records from a list that was read for a job, with their JSON: spares a read before each change. */
export class Prefetched {
  #isActive = false;
  readonly #lists = new Map<RecordKind, Map<string, Sent<EntityOf[RecordKind]>>>();

  /** Stores the lists from now on. */
  begin(): void {
    this.#isActive = true;
  }

  /** Stores a whole list; ignored while no job runs. */
  take<K extends RecordKind>(kind: K, items: readonly Sent<EntityOf[K]>[]): void {
    if (!this.#isActive) return;
    this.#lists.set(kind, new Map(items.map((item) => [item.record.id, item])));
  }

  /** Returns a record once: after its change it is out of date. */
  use<K extends RecordKind>(kind: K, id: string): Sent<EntityOf[K]> | null {
    const sent = this.#lists.get(kind)?.get(id) ?? null;
    this.#lists.get(kind)?.delete(id);
    return sent as Sent<EntityOf[K]> | null;
  }

  /** The jobs have ended: removes everything. */
  end(): void {
    this.#isActive = false;
    this.#lists.clear();
  }
}
