import type { Group } from '#shared/domain/group';
import { itemsText } from '#lib/list-text';
import { texts } from './alerts-texts';
import { messages } from './alert-messages';

/** The devices whose alerts are shown: selected ones, those of a group, or all. */
export interface Scope {
  deviceIds: readonly string[];
  /** Id of a group; null: none. */
  groupId: string | null;
}

/** The devices of a scope, selected ones and those of the group; null: all. */
export function devicesOf(scope: Scope, groups: readonly Group[]): string[] | null {
  const group = groups.find(({ id }) => id === scope.groupId);
  if (scope.groupId === null && scope.deviceIds.length === 0) return null;
  return [...new Set([...scope.deviceIds, ...(group?.deviceIds ?? [])])];
}

/** The filter as text, for the header of an export. */
export function scopeText(parts: {
  devices: readonly string[];
  group: string | null;
  kinds: readonly string[];
  acknowledged: boolean | null;
}): string {
  const filters = [
    parts.devices.length > 0 ? messages.devices(itemsText(parts.devices)) : null,
    parts.group === null ? null : messages.group(parts.group),
    parts.kinds.length > 0 ? messages.kinds(itemsText(parts.kinds)) : null,
    parts.acknowledged === null
      ? null
      : parts.acknowledged
        ? texts.onlyAcknowledged
        : texts.onlyNotAcknowledged,
  ].filter((part) => part !== null);
  return filters.length === 0 ? 'none' : filters.join('; ');
}
