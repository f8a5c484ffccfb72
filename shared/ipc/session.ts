import { z } from 'zod';
import {
  profileSchema,
  submissionModeChoiceSchema,
  sessionSchema,
  statusSchema,
} from '../domain/session';
import { call, event } from './define';
import { id, nothing, shortText } from './fields';

export const session = {
  current: call(nothing, sessionSchema),
  /** Asks the service for a token; keeps the key only when it was accepted. */
  connect: call(
    z.object({ address: shortText, userName: shortText, apiKey: shortText }),
    profileSchema,
  ),
  useDemo: call(nothing, profileSchema),
  /** Another account of this computer, with the key and the copy that are kept of it. */
  openKnown: call(z.object({ id }), nothing),
  /** Deletes the key and the offline copy of an account, which need not be on screen. */
  forget: call(z.object({ id }), nothing),
  /** A new key for the account on screen, after the service refused the old one. */
  replaceKey: call(z.object({ apiKey: shortText }), nothing),
  /** Where no keychain is: keeps the offline copy under a passphrase. */
  setPassphrase: call(z.object({ passphrase: z.string().min(8).max(1024) }), nothing),
  /** Opens an offline copy that was kept under a passphrase. */
  unlock: call(z.object({ passphrase: z.string().max(1024) }), nothing),
  /** Leaves the account; with `forget`, its key and its offline copy are deleted too. */
  disconnect: call(z.object({ forget: z.boolean() }), nothing),
  /** How the calls of the account on screen are read; names it, so that no other one gets it. */
  setSubmissionMode: call(z.object({ id, reading: submissionModeChoiceSchema }), nothing),
  changed: event(sessionSchema),
};

export const status = {
  current: call(nothing, statusSchema),
  changed: event(statusSchema),
};
