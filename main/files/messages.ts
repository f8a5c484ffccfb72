import type { AlertFormat, AlertRow } from '#main/exchange/alert-files';
import type { TrackContext, TrackFormat } from '#main/exchange/tracks/write-tracks';
import type { ExportContext } from '#main/exchange/table';
import { fileReadProgressSchema } from '#shared/domain/submission';
import type { TrackColumns } from '#shared/history/columns';
import { faultSchema } from '#shared/fault';
import { z } from 'zod';
import { checkedFileSchema, type CheckOptions } from '#main/exchange/tracks/checked-file';

/** Fixes, or trips and stops, of devices whose columns were sent before. */
export interface TracksTask {
  kind: 'tracks';
  what: 'fixes' | 'trips';
  format: TrackFormat;
  /** Indexed by the device number of their columns. */
  devices: { deviceId: string; label: string }[];
  context: TrackContext;
}

export interface AlertsTask {
  kind: 'alerts';
  format: AlertFormat;
  alerts: AlertRow[];
  context: ExportContext;
}

export type WriteTask = TracksTask | AlertsTask;

/** Messages to the file process, which does one task and exits. They must not contain secrets. */
export type ToFileProcess =
  /** A part of a device's track; `device` is its index in the task. Parts are in time order. */
  | { type: 'columns'; device: number; columns: TrackColumns }
  /** Writes `part`; `file` is its target and appears in messages only. */
  | { type: 'write'; task: WriteTask; part: string; file: string }
  | { type: 'check'; file: string; options: CheckOptions };

/** Messages from the file process. It parses untrusted files, so its messages are validated. */
export const fromFileProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rows'), done: z.number(), total: z.number() }),
  z.object({ type: z.literal('read'), ...fileReadProgressSchema.omit({ file: true }).shape }),
  z.object({ type: z.literal('written'), rows: z.number() }),
  z.object({ type: z.literal('checked'), checked: checkedFileSchema }),
  z.object({ type: z.literal('failed'), fault: faultSchema }),
  /** A bug: where it happened, without the message, which may quote data. */
  z.object({ type: z.literal('broken'), name: z.string(), frames: z.string() }),
]);
export type FromFileProcess = z.infer<typeof fromFileProcessSchema>;
