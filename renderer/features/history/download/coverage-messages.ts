import { itemsText } from '#lib/list-text';
import type { Coverage, IncompletePart } from '#shared/domain/history';
import type { Format } from '#lib/format';

/** The days of several devices together. */
export function totalDays(all: readonly Coverage['days'][]): Coverage['days'] {
  const sum = (of: keyof Coverage['days']) => all.reduce((total, days) => total + days[of], 0);
  return {
    total: sum('total'),
    complete: sum('complete'),
    canChange: sum('canChange'),
    incomplete: sum('incomplete'),
    notLoaded: sum('notLoaded'),
  };
}

/** "Coverage of 3 days: 1 complete, 1 not complete, 1 not loaded." null: nothing was requested yet. */
export function coverageSentence(days: Coverage['days'], devices: number, format: Format) {
  const { total, complete, canChange, incomplete, notLoaded } = days;
  if (total === notLoaded) return null;
  const { count, counted } = format;
  const all =
    devices > 1 ? counted(total, 'day of a device', 'days of devices') : counted(total, 'day');
  const parts = [
    complete > 0 && `${count(complete)} complete`,
    canChange > 0 && `${count(canChange)} can still change`,
    incomplete > 0 && `${count(incomplete)} not complete`,
    notLoaded > 0 && `${count(notLoaded)} not loaded`,
  ].filter((part) => part !== false);
  return `Coverage of ${all}: ${itemsText(parts)}.`;
}

/** The parts of one device and day that are not complete for the same reason. */
export interface IncompleteDay extends IncompletePart {
  deviceId: string;
}

/** One entry for each device, day and reason, oldest first. */
export function incompleteDays(
  tracks: readonly { deviceId: string; coverage: Coverage }[],
  dayOf: (at: number) => string,
): IncompleteDay[] {
  const entries = new Map<string, IncompleteDay>();
  for (const { deviceId, coverage } of tracks) {
    for (const part of coverage.incomplete) {
      const key = JSON.stringify([deviceId, dayOf(part.from), part.reason]);
      const entry = entries.get(key);
      if (!entry) {
        entries.set(key, { ...part, deviceId, originals: [...part.originals] });
        continue;
      }
      entry.from = Math.min(entry.from, part.from);
      entry.to = Math.max(entry.to, part.to);
      entry.received += part.received;
      entry.unreadable += part.unreadable;
      entry.outside += part.outside;
      entry.originals.push(...part.originals);
    }
  }
  return [...entries.values()].sort((a, b) => a.from - b.from);
}

/** Why a day is not complete. */
export function incompleteSentence(part: IncompletePart, { count, counted }: Format): string {
  const received = counted(part.received, 'record');
  const all = counted(part.received + part.unreadable, 'record');
  const outside = counted(part.outside, 'record');
  switch (part.reason) {
    case 'capped':
      return `Cut by the service: ${received} received, others are probably missing.`;
    case 'notUnderstood':
      return `Not understood: ${count(part.unreadable)} of ${all}.`;
    case 'outside':
      return `Outside the requested range: ${outside}. ${received} in the range received.`;
  }
}
