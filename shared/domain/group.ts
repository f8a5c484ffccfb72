import { z } from 'zod';

/** A flat, overlapping set of devices (wire contract: group record). */
export const groupSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Ids of member devices; null where the service sent none (unknown, not empty). */
  deviceIds: z.array(z.string()).nullable(),
  createdAt: z.number().nullable(),
  modifiedAt: z.number().nullable(),
  extra: z.record(z.string(), z.unknown()),
});
export type Group = z.infer<typeof groupSchema>;

/** What to call a group that may have no name. */
export function groupLabel({ id, name }: Pick<Group, 'id' | 'name'>): string {
  return name?.trim() || id;
}
