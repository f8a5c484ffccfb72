import { z } from 'zod';
import { deviceSchema } from '../domain/device';
import {
  draftSchema,
  journalEntrySchema,
  journalCountsSchema,
  journalFindSchema,
  draftKinds,
  editCommandSchema,
  editResultSchema,
} from '../domain/edit';
import { groupSchema } from '../domain/group';
import { licenceTotalSchema } from '../domain/session';
import { userSchema } from '../domain/user';
import { saidSchema } from '../i18n/translate';
import { call, event } from './define';
import { cachedListOf, id, nothing } from './fields';
import { absenceSchema, handoverNoteSchema } from '../domain/handover';

const groupList = cachedListOf(groupSchema);
const userList = cachedListOf(userSchema);

export const users = {
  list: call(nothing, userList),
  /** Requests the list now. */
  reload: call(nothing, userList),
  changed: event(userList),
  /** Two-letter code to English name. */
  countries: call(nothing, z.record(z.string(), z.string())),
  /** IANA zone name to description. */
  timeZones: call(nothing, z.record(z.string(), z.string())),
};

export const groups = {
  list: call(nothing, groupList),
  /** Requests the list now. */
  reload: call(nothing, groupList),
  changed: event(groupList),
};

export const limits = {
  /** The record of every device, for the boards, without positions. */
  devices: call(nothing, z.array(deviceSchema)),
  /** The licences of the account as the user knows them; null: not known. */
  setLicenceTotal: call(z.object({ total: licenceTotalSchema }), nothing),
  /** One device, as the service has just answered: to an edit, or to a request for it. */
  changed: event(deviceSchema),
  /** The service sent the list of devices. */
  listed: event(nothing),
};

export const records = {
  /** Sends one edit; it is in the journal and in the lists before the call returns. */
  edit: call(editCommandSchema, editResultSchema),
};

export const drafts = {
  all: call(nothing, z.array(draftSchema)),
  put: call(draftSchema.omit({ savedAt: true }), nothing),
  remove: call(z.object({ key: z.string().max(600) }), nothing),
  /** How many passwords are entered but unsaved; the passwords themselves are never sent. */
  typed: call(z.object({ passwords: z.number().int().min(0) }), nothing),
  /**
   * Changed in another window, or settled: an edit whose answer was lost turned out to be carried out.
   */
  changed: event(z.object({ kind: z.enum(draftKinds) })),
};

export const journal = {
  /** Newest first; without `find` all entries. */
  list: call(
    z.object({
      from: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      find: journalFindSchema.optional(),
    }),
    z.object({ total: z.number(), entries: z.array(journalEntrySchema) }),
  ),
  /** The ids of all matching entries, newest first. */
  ids: call(journalFindSchema, z.array(z.string())),
  /** Counts the entries with this text, as in `find`. */
  counts: call(z.object({ text: z.string().max(200) }), journalCountsSchema),
  /** Sends the inverse; refused if another user has changed the same fields since. */
  undo: call(
    z.object({ id }),
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('undone') }),
      z.object({ status: z.literal('refused'), reason: saidSchema }),
    ]),
  ),
  changed: event(z.object({ total: z.number() })),
};

/** What happened while the user was away. */
export const handover = {
  /** The last absence of more than an hour; null: none is known. */
  absence: call(nothing, absenceSchema.nullable()),
  /** What is different now from a moment. */
  note: call(z.object({ since: z.number() }), handoverNoteSchema),
  /** The user has seen the line about the last absence. */
  dismiss: call(nothing, absenceSchema.nullable()),
  /** The user came back. */
  absenceChanged: event(absenceSchema),
};
