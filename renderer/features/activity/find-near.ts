import type { JournalEntry } from '#shared/domain/edit';

/** Finds an entry that was at `index` and may have moved by a few rows. */
export function findNear(
  rowAt: (index: number) => JournalEntry | undefined,
  index: number,
  id: string,
): { index: number; entry: JournalEntry } | null {
  for (let step = 0; step <= 20; step += 1) {
    for (const at of [index + step, index - step]) {
      const entry = at >= 0 ? rowAt(at) : undefined;
      if (entry?.id === id) return { index: at, entry };
    }
  }
  return null;
}
