import { z } from 'zod';

/** Where on the way to the service a connection broke. */
export const connectionLayers = ['dns', 'tcp', 'tls', 'proxy', 'timeout', 'network'] as const;
export type ConnectionLayer = (typeof connectionLayers)[number];

/**
 * Everything that can go wrong, as a closed union of plain values.
 *
 * Faults cross processes as values because Electron strips thrown errors of their name and fields.
 * `message` is the service's own text, shown as a quotation and never branched on; only in `declined`
 * and `invalid` it may be a message of Waypost.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  /** No answer came: the network, or a layer on the way, is down. */
  z.object({
    kind: z.literal('offline'),
    layer: z.enum(connectionLayers),
    host: z.string().optional(),
  }),
  /** Something answered, but not as a device-tracking service does (HTML, no JSON, another shape). */
  z.object({
    kind: z.literal('notThisService'),
    evidence: z.enum(['html', 'notJson', 'shape', 'status', 'redirect']),
    status: z.number().optional(),
  }),
  /** The key or the token was refused. */
  z.object({ kind: z.literal('unauthorized'), message: z.string().optional() }),
  z.object({ kind: z.literal('forbidden'), message: z.string().optional() }),
  z.object({ kind: z.literal('notFound'), message: z.string().optional() }),
  z.object({ kind: z.literal('conflict'), message: z.string().optional() }),
  /**
   * Waypost itself declined the request. `gone`: what it is about no longer exists here. `state`: it
   * is not possible in the present state, for example because a later request replaced it.
   */
  z.object({
    kind: z.literal('declined'),
    reason: z.enum(['gone', 'state']),
    message: z.string(),
  }),
  /** The input was refused; `field` is the accessible name or wire name of what is at fault. */
  z.object({ kind: z.literal('invalid'), message: z.string(), field: z.string().optional() }),
  z.object({
    kind: z.literal('limitReached'),
    retryAfterSeconds: z.number().optional(),
    message: z.string().optional(),
  }),
  /** The service is there but cannot answer now (408, 5xx). */
  z.object({ kind: z.literal('busy'), status: z.number(), message: z.string().optional() }),
  z.object({ kind: z.literal('keychain'), reason: z.enum(['missing', 'locked', 'denied']) }),
  z.object({
    kind: z.literal('storage'),
    reason: z.enum(['damaged', 'full', 'newer', 'unwritable', 'passphrase']),
    detail: z.string().optional(),
  }),
  /** A file the person chose could not be written, or read; what was there before is as it was. */
  z.object({
    kind: z.literal('file'),
    /** `busy`: another one is being written. `ended`, `unread`: the process at work on it came to an end. */
    reason: z.enum(['full', 'unwritable', 'busy', 'ended', 'unread']),
    /** Its name, without the folder. */
    file: z.string(),
  }),
  /** Our mistake. The reference is also in the log; the text of the exception is not shown. */
  z.object({
    kind: z.literal('bug'),
    reference: z.string(),
    /** What came to an end by it and can be started again, in words: "The search for trips". */
    ended: z.string().optional(),
  }),
]);

export type Fault = z.infer<typeof faultSchema>;
export type FaultKind = Fault['kind'];

/** What every call across processes answers. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; fault: Fault };

/** Carries a fault inside one process; it never crosses to another as an exception. */
export class FaultError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.kind);
    this.name = 'FaultError';
  }
}

/** Throws a fault inside one process. */
export function fail(fault: Fault): never {
  throw new FaultError(fault);
}
