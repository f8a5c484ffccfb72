import type { Group } from '#shared/domain/group';

/** Which devices' alerts are looked at: those picked, those of a group, or all. */
export interface Scope {
  deviceIds: readonly string[];
  /** Id of a group; null: none. */
  groupId: string | null;
}

/** The devices of a scope; null is all. Picked devices and the group's are looked at together. */
export function devicesOf(scope: Scope, groups: readonly Group[]): string[] | null {
  const group = groups.find(({ id }) => id === scope.groupId);
  if (scope.groupId === null && scope.deviceIds.length === 0) return null;
  return [...new Set([...scope.deviceIds, ...(group?.deviceIds ?? [])])];
}

/** The filter in words, for the head of an export. */
export function scopeWords(parts: {
  devices: readonly string[];
  group: string | null;
  kinds: readonly string[];
  acknowledged: boolean | null;
}): string {
  const words = [
    parts.devices.length > 0 ? `Devices: ${parts.devices.join(', ')}` : null,
    parts.group === null ? null : `Group: ${parts.group}`,
    parts.kinds.length > 0 ? `Kinds: ${parts.kinds.join(', ')}` : null,
    parts.acknowledged === null
      ? null
      : parts.acknowledged
        ? 'Only acknowledged'
        : 'Only not acknowledged',
  ].filter((part) => part !== null);
  return words.length === 0 ? 'none' : words.join('; ');
}
