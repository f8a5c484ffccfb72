import type { RecordKind } from '#shared/domain/edit';
import type { Sent, EntityOf } from '#main/features/records/edits';

/** Records as the service sent them for a job, with their JSON: spares reading each before a change. */
export interface Prefetched {
  /** Keeps what comes from now on. */
  begin(): void;
  /** Takes a whole list; left alone while no job asked. */
  take<K extends RecordKind>(kind: K, items: readonly Sent<EntityOf[K]>[]): void;
  /** Once: after its change a record is not fresh any more. */
  use<K extends RecordKind>(kind: K, id: string): Sent<EntityOf[K]> | null;
  /** The jobs are over; nothing is kept. */
  end(): void;
}

export function createPrefetched(): Prefetched {
  let isWanted = false;
  const kept = new Map<RecordKind, Map<string, Sent<EntityOf[RecordKind]>>>();
  return {
    begin: () => {
      isWanted = true;
    },
    take: (kind, items) => {
      if (isWanted) kept.set(kind, new Map(items.map((item) => [item.record.id, item])));
    },
    use: <K extends RecordKind>(kind: K, id: string) => {
      const sent = kept.get(kind)?.get(id) ?? null;
      kept.get(kind)?.delete(id);
      return sent as Sent<EntityOf[K]> | null;
    },
    end: () => {
      isWanted = false;
      kept.clear();
    },
  };
}
