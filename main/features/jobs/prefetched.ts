import type { RecordKind, EntityOf } from '#shared/domain/edit';
import type { Sent } from '#main/features/records/edit-context';

/**
 * Records from a list that was read for a job, with their JSON: spares a read before each change.
 */
export interface Prefetched {
  /** Stores the lists from now on. */
  begin(): void;
  /** Stores a whole list; ignored while no job runs. */
  take<K extends RecordKind>(kind: K, items: readonly Sent<EntityOf[K]>[]): void;
  /** Returns a record once: after its change it is out of date. */
  use<K extends RecordKind>(kind: K, id: string): Sent<EntityOf[K]> | null;
  /** The jobs have ended: removes everything. */
  end(): void;
}

export function createPrefetched(): Prefetched {
  let isActive = false;
  const lists = new Map<RecordKind, Map<string, Sent<EntityOf[RecordKind]>>>();
  return {
    begin: () => {
      isActive = true;
    },
    take: (kind, items) => {
      if (isActive) lists.set(kind, new Map(items.map((item) => [item.record.id, item])));
    },
    use: <K extends RecordKind>(kind: K, id: string) => {
      const sent = lists.get(kind)?.get(id) ?? null;
      lists.get(kind)?.delete(id);
      return sent as Sent<EntityOf[K]> | null;
    },
    end: () => {
      isActive = false;
      lists.clear();
    },
  };
}
