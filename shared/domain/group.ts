import { z } from 'zod';
import { recordShape, type FieldTable } from './field';
import { gapsShape } from './known';

/** The fields of a group that can be edited, in the order of the form. */
export const groupFields = {
  name: { kind: 'text', name: 'fields.group.name', required: true },
  description: { kind: 'text', name: 'fields.group.description' },
  deviceIds: { kind: 'set', name: 'fields.group.deviceIds' },
} as const satisfies FieldTable;

/** Fields that the service sets. */
export const groupSystemFields = {
  createdAt: { kind: 'moment', name: 'fields.group.createdAt' },
  modifiedAt: { kind: 'moment', name: 'fields.group.modifiedAt' },
} as const satisfies FieldTable;

/** A set of devices; sets can overlap and are not nested (wire contract: group record). */
export const groupSchema = z.object({
  id: z.string(),
  ...recordShape(groupFields),
  /** Ids of member devices; null if the service sent none (unknown, not empty). */
  deviceIds: z.array(z.string()).nullable(),
  ...recordShape(groupSystemFields),
  extra: z.record(z.string(), z.unknown()),
  ...gapsShape,
});
export type Group = z.infer<typeof groupSchema>;

/**
 * Why a device in none of the known groups may still be in one. `list`: the groups were never
 * received. `members`: of some groups the members were not provided or not understood.
 */
export type GroupGap = 'list' | 'members';

/** null: all groups (null: never received) and their members are known. */
export function groupGapOf(groups: readonly Group[] | null): GroupGap | null {
  if (groups === null) return 'list';
  return groups.every(areMembersKnown) ? null : 'members';
}

/** False: the members were not provided, or not all of them were understood. */
export function areMembersKnown({ deviceIds, gaps }: Pick<Group, 'deviceIds' | 'gaps'>): boolean {
  return deviceIds !== null && gaps?.partly?.['deviceIds'] === undefined;
}

export function groupLabel({ id, name }: Pick<Group, 'id' | 'name'>): string {
  return name?.trim() || id;
}
