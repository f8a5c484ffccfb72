import { z } from 'zod';
import { mapFileFactsSchema, mapFileRefusals } from '#shared/domain/map-file';

/** Messages to the map process. It gets paths, never secrets. */
export type ToMapProcess =
  /** Reads what is in a file; the process ends afterwards. */
  | { type: 'inspect'; path: string }
  /** Copies a file; the process ends afterwards. */
  | { type: 'copy'; from: string; to: string }
  /** The files to serve tiles of, and to watch. */
  | { type: 'serve'; files: { id: string; path: string }[] }
  | { type: 'tile'; request: number; id: string; zoom: number; x: number; y: number };

const refusal = { reason: z.enum(mapFileRefusals), detail: z.string().max(1_000) };

/** Messages from the map process. It parses untrusted files, so its messages are validated. */
export const fromMapProcessSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('inspected'),
    facts: mapFileFactsSchema,
  }),
  z.object({ type: z.literal('refused'), ...refusal }),
  z.object({ type: z.literal('copying'), share: z.number() }),
  z.object({ type: z.literal('copied') }),
  z.object({ type: z.literal('notCopied'), reason: z.enum(['full', 'failed']) }),
  /** A served file was read, or can no longer be. */
  z.object({
    type: z.literal('opened'),
    id: z.string(),
    facts: mapFileFactsSchema,
  }),
  z.object({ type: z.literal('lost'), id: z.string(), ...refusal }),
  z.object({
    type: z.literal('tile'),
    request: z.number(),
    /** null: the file has no tile there, or it cannot be read. */
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable(),
  }),
]);
export type FromMapProcess = z.infer<typeof fromMapProcessSchema>;

/** A running map process. */
export interface MapProcess {
  post(message: ToMapProcess): void;
  /** Ends it immediately; `onEnd` is called when it is gone. */
  kill(): void;
}

export type StartMapProcess = (options: {
  onMessage: (message: unknown) => void;
  onEnd: () => void;
}) => MapProcess;
