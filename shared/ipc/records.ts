import { z } from 'zod';
import { deviceSchema } from '../domain/device';
import {
  draftSchema,
  groupEditSchema,
  journalEntrySchema,
  journalCountsSchema,
  journalFindSchema,
  limitsEditSchema,
  savedSchema,
  userEditSchema,
} from '../domain/edit';
import { groupSchema } from '../domain/group';
import { userSchema } from '../domain/user';
import { call, event } from './define';
import { cachedListOf, id, nothing } from './fields';

const groupList = cachedListOf(groupSchema);
const userList = cachedListOf(userSchema);

export const users = {
  list: call(nothing, userList),
  changed: event(userList),
  /** Two-letter code to English name. */
  countries: call(nothing, z.record(z.string(), z.string())),
  /** IANA zone name to description. */
  timeZones: call(nothing, z.record(z.string(), z.string())),
};

export const groups = {
  list: call(nothing, groupList),
  changed: event(groupList),
};

export const limits = {
  /** Every device's record, for the boards; not the positions. */
  devices: call(nothing, z.array(deviceSchema)),
};

export const editUsers = {
  create: call(z.object({ edit: userEditSchema }), savedSchema(userSchema)),
  /** JSON Patch of the changed fields, guarded by the values in `base`. */
  change: call(z.object({ base: userSchema, edit: userEditSchema }), savedSchema(userSchema)),
  /** PUT, on purpose: the whole record, unknown fields kept. */
  replace: call(z.object({ base: userSchema, edit: userEditSchema }), savedSchema(userSchema)),
  remove: call(z.object({ id }), z.object({ journalId: z.string() })),
};

export const editGroups = {
  create: call(z.object({ edit: groupEditSchema }), savedSchema(groupSchema)),
  change: call(z.object({ base: groupSchema, edit: groupEditSchema }), savedSchema(groupSchema)),
  replace: call(z.object({ base: groupSchema, edit: groupEditSchema }), savedSchema(groupSchema)),
  remove: call(z.object({ id }), z.object({ journalId: z.string() })),
};

export const editLimits = {
  change: call(z.object({ base: deviceSchema, edit: limitsEditSchema }), savedSchema(deviceSchema)),
  /** Takes a free licence, or is refused with `conflict` and the service's reason. */
  activate: call(z.object({ id }), savedSchema(deviceSchema)),
};

export const drafts = {
  all: call(nothing, z.array(draftSchema)),
  put: call(draftSchema.omit({ savedAt: true }), nothing),
  remove: call(z.object({ key: z.string() }), nothing),
  /** How many passwords are typed and not saved; they themselves never come. */
  typed: call(z.object({ passwords: z.number().int().min(0) }), nothing),
};

export const journal = {
  /** Newest first; without `find` all of it. */
  list: call(
    z.object({
      from: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      find: journalFindSchema.optional(),
    }),
    z.object({ total: z.number(), entries: z.array(journalEntrySchema) }),
  ),
  /** The ids of all entries that fit, newest first. */
  ids: call(journalFindSchema, z.array(z.string())),
  /** Of the entries with this text, as in `find`. */
  counts: call(z.object({ text: z.string().max(200) }), journalCountsSchema),
  /** Sends the inverse; a conflict where somebody changed the same fields since. */
  undo: call(
    z.object({ id }),
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('undone') }),
      z.object({ status: z.literal('refused'), reason: z.string() }),
    ]),
  ),
  changed: event(z.object({ total: z.number() })),
};
