import { z } from 'zod';
import { saidSchema, type Said } from './i18n/translate';

export const connectionLayers = ['dns', 'tcp', 'tls', 'proxy', 'timeout', 'network'] as const;
export type ConnectionLayer = (typeof connectionLayers)[number];

/**
 * What is wrong at a layer, where its error says so. `tls`: the certificate has expired or is not valid yet,
 * is for another host, is from an authority that this computer does not trust, or was revoked. `proxy`: it
 * asks for a user name and a password.
 */
const connectionProblems = [
  'expired',
  'otherHost',
  'unknownAuthority',
  'revoked',
  'authentication',
] as const;
export type ConnectionProblem = (typeof connectionProblems)[number];

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
  'places',
  'placeRules',
] as const;
export type WorkKind = (typeof workKinds)[number];

/**
 * `empty`: the file has no content. `missing`: there is none, although there was one before.
 * `otherVersion`: another version of Waypost wrote it; nothing was read from it.
 */
const damageStateSchema = z.enum(['damaged', 'empty', 'missing', 'otherVersion']);
export type DamageState = z.infer<typeof damageStateSchema>;

const workDamageSchema = z.object({
  state: damageStateSchema,
  /** The name of the file now, without the folder; null: there was nothing to keep. */
  movedTo: z.string().nullable(),
  /**
   * Records of each kind: read in the file, taken from a backup, and in neither; `lost` is null if it could
   * not be determined.
   */
  kinds: z.array(
    z.object({
      kind: z.enum(workKinds),
      kept: z.number(),
      restored: z.number(),
      lost: z.number().nullable(),
    }),
  ),
  /** The day of the newest backup that something was taken from, `YYYY-MM-DD`; null: nothing was. */
  backup: z.string().nullable(),
});
export type WorkDamage = z.infer<typeof workDamageSchema>;

/** What was damaged of the data of an account on this computer, and what could be read of it. */
const damageSchema = z.object({
  /** The file of the user's own work; null: it is whole. */
  work: workDamageSchema.nullable(),
  /** The file of what the service can send again; null: it is whole. */
  copy: z.object({ state: damageStateSchema, movedTo: z.string().nullable() }).nullable(),
});
export type Damage = z.infer<typeof damageSchema>;

/**
 * Everything that can go wrong, as a closed union of plain values.
 *
 * Faults cross processes as values, because Electron strips thrown errors of their name and fields.
 * `message` is the text of the service, shown as a quotation and never branched on. In `declined` and
 * `invalid` it can also be a message of Waypost, which is an object.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  /** No response: the network, or a layer of the connection, is down. */
  z.object({
    kind: z.literal('offline'),
    layer: z.enum(connectionLayers),
    problem: z.enum(connectionProblems).optional(),
    host: z.string().optional(),
  }),
  /** The response is not from a device-tracking service (HTML, no JSON, another shape). */
  z.object({
    kind: z.literal('notThisService'),
    evidence: z.enum(['html', 'notJson', 'shape', 'status', 'redirect']),
    status: z.number().optional(),
    /** The response was cut off because it is larger than this. */
    largerThanBytes: z.number().optional(),
  }),
  /** The key or the token was refused. */
  z.object({ kind: z.literal('unauthorized'), message: z.string().optional() }),
  z.object({ kind: z.literal('forbidden'), message: z.string().optional() }),
  z.object({ kind: z.literal('notFound'), message: z.string().optional() }),
  z.object({ kind: z.literal('conflict'), message: z.string().optional() }),
  /**
   * Waypost declined the request. `gone`: its subject no longer exists here. `state`: it is not
   * possible in the present state, for example because a later request replaced it.
   */
  z.object({
    kind: z.literal('declined'),
    reason: z.enum(['gone', 'state']),
    message: saidSchema,
  }),
  /** The input was rejected; `field` is the accessible name or wire name of the invalid field. */
  z.object({ kind: z.literal('invalid'), message: saidSchema, field: saidSchema.optional() }),
  z.object({
    kind: z.literal('limitReached'),
    retryAfterSeconds: z.number().optional(),
    message: z.string().optional(),
  }),
  /** The service is reachable but cannot answer now (408, 5xx). */
  z.object({ kind: z.literal('busy'), status: z.number(), message: z.string().optional() }),
  /**
   * `notStored`: it works, and has no key of this account. `otherAccount`: the stored key belongs to
   * another address or user name than the account has now, so it was not sent. `keyOf` and `account`
   * name both as "user at address"; `keyOf` is absent if the entry does not say.
   */
  z.object({
    kind: z.literal('keychain'),
    reason: z.enum(['missing', 'locked', 'denied', 'notStored', 'otherAccount']),
    keyOf: z.string().optional(),
    account: z.string().optional(),
  }),
  z.object({
    kind: z.literal('storage'),
    reason: z.enum(['damaged', 'full', 'unwritable', 'passphrase']),
    detail: z.string().optional(),
    /** A change was not sent, because a note of it must be stored first. */
    isUnsent: z.boolean().optional(),
    /** Of `damaged`: what was lost and what was kept. */
    damage: damageSchema.optional(),
  }),
  /** A file that the user chose could not be written or read. Its previous content is unchanged. */
  z.object({
    kind: z.literal('file'),
    /**
     * `busy`: another file is being written. `ended`, `unread`: the process that handled it
     * stopped. `gone`: it was written, and is not there any more.
     */
    reason: z.enum(['full', 'unwritable', 'busy', 'ended', 'unread', 'gone']),
    /** The file name without the folder. */
    file: z.string(),
  }),
  /** A bug in Waypost. The reference is also in the log; the text of the exception is not shown. */
  z.object({
    kind: z.literal('bug'),
    reference: z.string(),
    /** The task that stopped and can be restarted, for the user: "The search for trips". */
    ended: saidSchema.optional(),
  }),
]);

export type Fault = z.infer<typeof faultSchema>;
export type FaultKind = Fault['kind'];

/** The result of every call across processes. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; fault: Fault };

/** Carries a fault within one process; it never crosses to another as an exception. */
export class FaultError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.kind);
    this.name = 'FaultError';
  }
}

export function fail(fault: Fault): never {
  throw new FaultError(fault);
}

/** Declines what is not possible in the present state. */
export function failDeclined(message: Said): never {
  fail({ kind: 'declined', reason: 'state', message });
}

/** Rejects an input; `field` is its accessible name or wire name. */
export function failInvalid(field: Said, message: Said): never {
  fail({ kind: 'invalid', field, message });
}
