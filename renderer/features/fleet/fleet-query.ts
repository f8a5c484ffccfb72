import type { DeviceState } from '#shared/domain/device-state';
import type { AttentionKind, FleetQuery, FleetView } from '#engines/fleet';
import { deviceStateLooks } from '#lib/device-state-look';
import { span, type Format } from '#lib/format';
import { messages } from './fleet-texts';
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

/** Whether a device is known to be in a state only once the service has answered about its location. */
export const isCheckedState = (state: DeviceState): boolean =>
  state !== 'neverAsked' && state !== 'expired' && state !== 'unlisted';

/** The same of a reason; the others follow from the list of devices. */
export const isCheckedReason = (kind: AttentionKind): boolean =>
  kind !== 'overLimit' && kind !== 'expiringSoon';

/** The number of checked devices while others were not checked yet; null: all were. */
export const partChecked = ({ view }: { view: FleetView | null }): number | null =>
  view && view.checked < view.total ? view.checked : null;

/** Whether only devices can match about whose location the service has answered. */
export function needsChecks({ states, olderThanMs, attention = null }: FleetQuery): boolean {
  const isByState = states.length > 0 && states.every(isCheckedState);
  return isByState || olderThanMs !== null || (attention !== null && isCheckedReason(attention));
}

/** The search and the filters as text, for the header of an export. */
export function describeQuery(
  query: FleetQuery,
  { groups, checked, total }: Pick<FleetView, 'groups' | 'checked' | 'total'>,
  format: Pick<Format, 'count' | 'counted'>,
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
    checked < total &&
      needsChecks(query) &&
      messages.checkedSoFar(format.count(checked), format.counted(total, 'device')),
  ].filter(Boolean);
  return parts.join('; ') || texts.noneAllDevices;
}
