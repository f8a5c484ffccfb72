import type { AttentionKind, FleetQuery } from '#features/fleet-data';
import { deviceStateLooks } from '#lib/device-state-look';
import { span } from '#lib/format';

/** The reasons for which a device needs attention. */
export const attentionWords: Record<AttentionKind, string> = {
  critical: 'Critical alert',
  silent: 'Silent',
  noPosition: 'No GPS',
  lowBattery: 'Low battery',
  overLimit: 'Over a limit',
  expiringSoon: 'Expiring soon',
  clockWrong: 'Clock wrong',
};

/** Whether any search or filter is set. */
export function isFiltered({ search, ...query }: FleetQuery): boolean {
  const { states, group, olderThanMs, attention = null } = query;
  const isPart = states.length > 0 || group !== null || olderThanMs !== null;
  return isPart || attention !== null || search.trim() !== '';
}

/** The search and the filters as text, for the header of an export. */
export function describeQuery(
  query: FleetQuery,
  groups: readonly { id: string; name: string }[],
): string {
  const { search, states, group, olderThanMs, attention } = query;
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
    attention && `needs attention: ${attentionWords[attention]}`,
  ].filter(Boolean);
  return parts.join('; ') || 'none: all devices';
}
