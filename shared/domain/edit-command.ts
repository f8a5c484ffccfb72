import { z } from 'zod';
import { deviceSchema, type Device } from './device';
import {
  draftKeySchema,
  groupEditSchema,
  limitsEditSchema,
  savedSchema,
  userEditSchema,
  type Saved,
} from './edit';
import { groupSchema, type Group } from './group';
import { userSchema, type User } from './user';

const id = z.string().min(1).max(512);

/**
 * The draft of the record: what was sent of it is removed in the write of the journal entry, all of it
 * with the record.
 */
const draft = draftKeySchema.optional();

const userCommand = z.discriminatedUnion('action', [
  z.object({ kind: z.literal('user'), action: z.literal('create'), edit: userEditSchema, draft }),
  /** JSON Patch of the changes to `base`, merged with later changes by others. */
  z.object({
    kind: z.literal('user'),
    action: z.literal('change'),
    base: userSchema,
    edit: userEditSchema,
    draft,
  }),
  /** PUT of the whole record, including fields unknown to Waypost. */
  z.object({
    kind: z.literal('user'),
    action: z.literal('replace'),
    base: userSchema,
    edit: userEditSchema,
    draft,
  }),
  z.object({ kind: z.literal('user'), action: z.literal('delete'), id, draft }),
]);

const groupCommand = z.discriminatedUnion('action', [
  z.object({ kind: z.literal('group'), action: z.literal('create'), edit: groupEditSchema, draft }),
  z.object({
    kind: z.literal('group'),
    action: z.literal('change'),
    base: groupSchema,
    edit: groupEditSchema,
    draft,
  }),
  z.object({
    kind: z.literal('group'),
    action: z.literal('replace'),
    base: groupSchema,
    edit: groupEditSchema,
    draft,
  }),
  z.object({ kind: z.literal('group'), action: z.literal('delete'), id, draft }),
]);

const limitsCommand = z.discriminatedUnion('action', [
  z.object({
    kind: z.literal('limits'),
    action: z.literal('change'),
    base: deviceSchema,
    edit: limitsEditSchema,
    draft,
  }),
  /** Uses a free licence; otherwise fails with `conflict` and the reason from the service. */
  z.object({ kind: z.literal('limits'), action: z.literal('activate'), id }),
]);

/** All commands for one record at the service. */
export const editCommandSchema = z.discriminatedUnion('kind', [
  userCommand,
  groupCommand,
  limitsCommand,
]);
export type EditCommand = z.infer<typeof editCommandSchema>;

/** The record that each kind of edit belongs to: limits are part of a device. */
export interface EntityOf {
  user: User;
  group: Group;
  limits: Device;
}

/** The record was deleted, and the journal has the entry for undo. */
export interface Deleted {
  status: 'deleted';
  journalId: string;
}

/** The result of a command; that of a deletion has no record. */
export type EditResult<C extends EditCommand = EditCommand> = C extends { action: 'delete' }
  ? Deleted
  : Saved<EntityOf[C['kind']]>;

export const editResultSchema = z.union([
  savedSchema(userSchema),
  savedSchema(groupSchema),
  savedSchema(deviceSchema),
  z.object({ status: z.literal('deleted'), journalId: z.string() }),
]);
