import { z } from 'zod';
import { absenceSchema, handoverNoteSchema } from '../domain/handover';
import { call, event } from './define';
import { nothing } from './fields';

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
