import type { AttentionKind, FleetQuery } from '#features/fleet-data';
import { deviceStateLooks } from '#lib/device-state-look';
import { span } from '#lib/format';
import { messages } from './fleet-messages';
import { texts } from './fleet-texts';

/** The reasons for which a device needs attention. */
export const attentionWords: Record<AttentionKind, string> = {
  critical: texts.criticalAlert,
  silent: texts.silent,
  noPosition: texts.noGps,
  lowBattery: texts.lowBattery,
  overLimit: texts.overALimit,
  expiringSoon: texts.expiringSoon,
  clockWrong: texts.clockWrong,
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
  const nameOf = (id: string) => groups.find((each) => each.id === id)?.name ?? id;
  const parts = [
    search.trim() && messages.filterSearch(search.trim()),
    states.length > 0 &&
      messages.filterStates(states.map((state) => deviceStateLooks[state].word).join(' or ')),
    group === 'none' && texts.inNoGroup,
    group !== null && group !== 'none' && messages.filterGroup(nameOf(group)),
    olderThanMs !== null && messages.filterOlderThan(span(olderThanMs)),
    attention && messages.filterAttention(attentionWords[attention]),
  ].filter(Boolean);
  return parts.join('; ') || texts.noneAllDevices;
}
