import type { FleetQuery } from '#features/fleet-data';
import { deviceStateLooks } from '#lib/device-state-look';
import { span } from '#lib/format';

/** What narrows the fleet, in words: for the head of an export. */
export function queryText(
  query: FleetQuery,
  groups: readonly { id: string; name: string }[],
): string {
  const { search, states, group, olderThanMs } = query;
  const groupName =
    group === 'none'
      ? 'in no group'
      : `group ${groups.find(({ id }) => id === group)?.name ?? group}`;
  const parts = [
    search.trim() && `search “${search.trim()}”`,
    states.length > 0 &&
      `state ${states.map((state) => deviceStateLooks[state].word).join(' or ')}`,
    group !== null && groupName,
    olderThanMs !== null && `last fix older than ${span(olderThanMs)}`,
  ].filter(Boolean);
  return parts.join('; ') || 'none: all devices';
}
