import { z } from 'zod';
import { typedPasswordSchema } from '../domain/edit';
import { shortestPassphrase } from '../domain/passphrase';
import {
  profileSchema,
  submissionModeChoiceSchema,
  sessionSchema,
  statusSchema,
  callsPerDaySchema,
  usageSchema,
} from '../domain/session';
import { call, event } from './define';
import { id, nothing, shortText, writtenFileSchema } from './fields';
import { fieldMappingsSchema, fieldMappingStateSchema } from '../domain/field-mapping';
import { storedColumnsSchema, takeAlongChangeSchema, takeAlongParts } from '../domain/take-along';

export const session = {
  current: call(nothing, sessionSchema),
  /** Requests a token; stores the key only if the service accepted it. */
  connect: call(
    z.object({ address: shortText, userName: shortText, apiKey: shortText }),
    profileSchema,
  ),
  useDemo: call(nothing, profileSchema),
  /** Opens another account of this computer, with its stored key and offline copy. */
  openKnown: call(z.object({ id }), nothing),
  /** The same in a window of its own, beside the open account; an account that has one gets its window in front. */
  openInWindow: call(z.object({ id }), nothing),
  /** Lists accounts again whose copies and keys are still on this computer. */
  findAccounts: call(nothing, z.object({ found: z.number(), left: z.number() })),
  /** Deletes the key and the offline copy of an account, open or not. */
  forget: call(z.object({ id }), nothing),
  /** Sets a new key for the open account, after the service refused the old one. */
  replaceKey: call(z.object({ apiKey: shortText }), nothing),
  /** Stores the key of the open account in the keychain, after the keychain did not take it. */
  storeKey: call(nothing, nothing),
  /** Sets, changes or (null) removes the passphrase of the offline copy; `current`: the one there is. */
  setPassphrase: call(
    z.object({
      passphrase: z.string().min(shortestPassphrase).max(1024).nullable(),
      current: z.string().max(1024).optional(),
    }),
    nothing,
  ),
  /** Locks the open account until its passphrase is entered; what was typed comes back then. */
  lock: call(z.object({ passwords: z.array(typedPasswordSchema).max(10_000) }), nothing),
  /** The account is to be locked: the window answers with `lock`. */
  lockAsked: event(nothing),
  /** The passwords that were typed before the lock, once. */
  takePasswords: call(nothing, z.array(typedPasswordSchema)),
  /** Opens an offline copy that is protected with a passphrase. */
  unlock: call(z.object({ passphrase: z.string().max(1024) }), nothing),
  /** Closes the account; with `forget`, its key and its offline copy are deleted too. */
  disconnect: call(z.object({ forget: z.boolean() }), nothing),
  /** Sets the submission mode. The account is named, so that no other one can be changed. */
  setSubmissionMode: call(z.object({ id, mode: submissionModeChoiceSchema }), nothing),
  changed: event(sessionSchema),
};

export const status = {
  current: call(nothing, statusSchema),
  /** Ends the waits of the user's own calls. They are refused; what was sent is not affected. */
  cancelWaiting: call(nothing, nothing),
  changed: event(statusSchema),
};

/** The calls of the open account. */
export const usage = {
  current: call(nothing, usageSchema),
  /** null: no limit. */
  setCallsPerDay: call(z.object({ callsPerDay: callsPerDaySchema }), usageSchema),
  forgetLearnedLimit: call(nothing, usageSchema),
};

/** Reading known values from members that the interface does not name. */
export const fieldMapping = {
  current: call(nothing, fieldMappingStateSchema),
  /** Stores the mapping with the account and requests everything again; empty: resets it. */
  set: call(fieldMappingsSchema, nothing),
  /** Opens a file dialog and writes the stored mapping as JSON. */
  exportFile: call(nothing, writtenFileSchema),
  changed: event(fieldMappingStateSchema),
};

const columns = storedColumnsSchema.nullable();

const openedSchema = z.object({
  id,
  file: z.string(),
  /** The account it was written for. */
  account: z.object({ address: z.string(), userName: z.string() }),
  isOtherAccount: z.boolean(),
  changes: z.array(takeAlongChangeSchema),
});
export type OpenedTakeAlong = z.infer<typeof openedSchema>;

/** Settings and the user's own work of the open account in one file, for another computer. */
export const takeAlong = {
  /** Asks for a file and writes it. `columns`: those of the window. null: cancelled. */
  save: call(z.object({ columns }), writtenFileSchema),
  /** Asks for a file and compares it with what is here; changes nothing. null: cancelled. */
  open: call(z.object({ columns }), openedSchema.nullable()),
  /** Takes over these parts of the opened file. Returns the columns that the window shows now; null: as before. */
  apply: call(z.object({ id, parts: z.array(z.enum(takeAlongParts)).max(20), columns }), columns),
  /** The file that was taken over last, which `undo` puts back; null: none since Waypost started. */
  taken: call(nothing, z.object({ file: z.string() }).nullable()),
  /** Puts everything back as it was before. Returns columns as `apply` does. */
  undo: call(nothing, columns),
};
