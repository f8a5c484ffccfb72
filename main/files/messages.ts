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
  /** In the order of their columns' numbers. */
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

/** What the process of files hears. It does one task in its life. Nothing in it may be secret. */
export type ToFileProcess =
  /** A part of the track of a device, numbered as in the task; later parts follow in time. */
  | { type: 'columns'; device: number; columns: TrackColumns }
  /** `part` is the file to be written; what it becomes afterwards is no matter of the process. */
  | { type: 'write'; task: WriteTask; part: string; file: string }
  | { type: 'judge'; file: string; judging: CheckOptions };

/** What it says. It reads files of strangers, so this is checked like anything from outside. */
export const fromFileProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rows'), done: z.number(), total: z.number() }),
  /** How far the reading is. */
  z.object({ type: z.literal('read'), ...fileReadProgressSchema.omit({ file: true }).shape }),
  z.object({ type: z.literal('written'), rows: z.number() }),
  z.object({ type: z.literal('judged'), judged: checkedFileSchema }),
  z.object({ type: z.literal('failed'), fault: faultSchema }),
  /** A mistake of ours: where it happened, without its words, which may quote data. */
  z.object({ type: z.literal('broken'), name: z.string(), frames: z.string() }),
]);
export type FromFileProcess = z.infer<typeof fromFileProcessSchema>;
