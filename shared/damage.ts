import { z } from 'zod';

/** What only this computer has, by the name that the user knows it under. */
export const workKinds = [
  'drafts',
  'journal',
  'jobs',
  'jobRows',
  'intents',
  'acknowledgements',
  'notifications',
  'submittedAlerts',
  'downloads',
  'notes',
] as const;
export type WorkKind = (typeof workKinds)[number];

/** `empty`: the file has no content. `missing`: there is none, although there was one before. */
const damageStateSchema = z.enum(['damaged', 'empty', 'missing']);
export type DamageState = z.infer<typeof damageStateSchema>;

const workDamageSchema = z.object({
  state: damageStateSchema,
  /** The name of the damaged file now, without the folder; null: there was nothing to keep. */
  movedTo: z.string().nullable(),
  /** Records of each kind; `lost` is null if it could not be determined. */
  kinds: z.array(
    z.object({ kind: z.enum(workKinds), kept: z.number(), lost: z.number().nullable() }),
  ),
});
export type WorkDamage = z.infer<typeof workDamageSchema>;

/** What was damaged of the data of an account on this computer, and what could be read of it. */
export const damageSchema = z.object({
  /** The file of the user's own work; null: it is whole. */
  work: workDamageSchema.nullable(),
  /** The file of what the service can send again; null: it is whole. */
  copy: z.object({ state: damageStateSchema, movedTo: z.string().nullable() }).nullable(),
});
export type Damage = z.infer<typeof damageSchema>;
