import type { AlertNotice } from '#main/features/history/history-port';
import type { Condition } from '#shared/domain/alert-rules';

/** The id under which conditions of the account, not of a device, are stored. */
export const accountId = '';

const linesShown = 5;

/** One notification for several conditions, critical ones first. */
export function noticeOf(
  conditions: readonly Condition[],
  label: (deviceId: string) => string,
  nearestTown: (deviceId: string) => string | null = () => null,
): AlertNotice {
  const sorted = conditions.toSorted((a, b) => Number(b.isCritical) - Number(a.isCritical));
  const ids = [...new Set(sorted.map(({ deviceId }) => deviceId))];
  const [first] = sorted;
  const [only] = ids;
  if (!first || only === undefined) return { title: 'Waypost', body: '', deviceId: null };
  const labelOf = (id: string) => (id === accountId ? 'Waypost' : label(id));
  if (ids.length === 1) {
    const texts = [...new Set(sorted.map(({ text }) => text))];
    const town = only === accountId ? null : nearestTown(only);
    const body = texts.join('. ');
    return {
      title: labelOf(only),
      body: town === null ? body : `${body}\nLast position: ${town}`,
      deviceId: only === accountId ? null : only,
    };
  }
  const lines = sorted
    .slice(0, linesShown)
    .map(({ deviceId, text }) => `${labelOf(deviceId)}: ${text}`);
  const more = sorted.length - lines.length;
  const isOneKind = sorted.every(({ kind }) => kind === first.kind);
  return {
    title: isOneKind
      ? `${ids.length} devices: ${first.text}`
      : `${sorted.length} alerts on ${ids.length} devices`,
    body: `${lines.join('\n')}${more > 0 ? `\nand ${more} more` : ''}`,
    deviceId: null,
  };
}
