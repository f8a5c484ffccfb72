import type { FleetQuery } from '#features/fleet-data';
import { deviceStateLooks } from '#lib/device-state-look';
import { span } from '#lib/format';

/** Whether any search or filter is set. */
export function isFiltered({ search, states, group, olderThanMs }: FleetQuery): boolean {
  return search.trim() !== '' || states.length > 0 || group !== null || olderThanMs !== null;
}

/** The search and the filters as text, for the header of an export. */
export function describeQuery(
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
    olderThanMs !== null && `last report older than ${span(olderThanMs)}`,
  ].filter(Boolean);
  return parts.join('; ') || 'none: all devices';
}
