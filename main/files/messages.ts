import type { Language } from '#shared/i18n/languages';
import { z } from 'zod';
import type { AlertFormat, AlertRow } from '#main/exchange/alert-files';
import type { ReportContext, ReportedDevice } from '#main/exchange/day-report';
import type { ImportContext } from '#main/exchange/import';
import type { ExportContext } from '#main/exchange/table';
import type { CheckOptions } from '#main/exchange/tracks/checked-file';
import { checkedFileSchema } from '#main/exchange/tracks/checked-schema';
import type { TrackContext, TrackFormat } from '#main/exchange/tracks/write-tracks';
import { jobStepSchema, type JobStep } from '#shared/domain/job';
import { fileReadProgressSchema } from '#shared/domain/submission';
import type { UnitChoice } from '#shared/domain/units';
import { faultSchema } from '#shared/fault';
import type { TrackColumns } from '#shared/history/columns';
import type { Place } from '#shared/domain/places';
import type { Street } from '#shared/places/place';
import { positionSchema } from '#shared/ipc/fields';
import { placesFileSchema } from '#shared/ipc/places';
import {
  importPreviewSchema,
  type ImportChoices,
  type ImportKind,
  type TableFormat,
} from '#shared/ipc/exchange';

/** The bundled list of towns, as packed in its file; null: no town is named. */
export type PackedTowns = Uint8Array<ArrayBuffer> | null;

/** Fixes, or trips and stops, of devices whose columns were sent before. */
export interface TracksTask {
  kind: 'tracks';
  what: 'fixes' | 'trips';
  format: TrackFormat;
  /** Indexed by the device number of their columns. */
  devices: { deviceId: string; label: string }[];
  context: TrackContext;
  /** Only trips and stops name towns and places. */
  towns: PackedTowns;
  places?: readonly Place[];
}

interface AlertsTask {
  kind: 'alerts';
  format: AlertFormat;
  alerts: AlertRow[];
  context: ExportContext & UnitChoice;
  towns: PackedTowns;
  places?: readonly Place[];
}

/** The report of some days, of devices whose columns were sent before. */
interface ReportTask {
  kind: 'report';
  /** `html`: the page of which a PDF or a picture is made. */
  format: 'xlsx' | 'html';
  /** Indexed by the device number of their columns. */
  devices: ReportedDevice[];
  context: ReportContext;
  towns: PackedTowns;
  places?: readonly Place[];
}

export type WriteTask = TracksTask | AlertsTask | ReportTask;

/** Messages to the file process, which does one task and exits. They must not contain secrets. */
export type ToFileProcess =
  /** A part of a device's track; `device` is its index in the task. Parts are in time order. */
  | { type: 'columns'; device: number; columns: TrackColumns }
  /** Writes `part`; `file` is its target and appears in messages only. */
  | { type: 'write'; task: WriteTask; part: string; file: string }
  /** Answers `positions`, one for each. */
  | { type: 'streets'; streets: (Street | null)[] }
  | { type: 'readPlaces'; file: string }
  | { type: 'check'; file: string; options: CheckOptions }
  /** Reads a table and plans its import. */
  | {
      type: 'plan';
      file: string;
      kind: ImportKind;
      context: ImportContext;
      choices: ImportChoices;
      language: Language;
      /** Answers with a file of the rows that have an error instead of the plan. */
      wrongRowsAs: TableFormat | null;
    };

/** What an import would do. The steps come before it, in parts, so that main can do other work. */
const importSummarySchema = importPreviewSchema.omit({
  file: true,
  creates: true,
  changes: true,
  job: true,
});
export type PlannedImport = z.infer<typeof importSummarySchema> & { steps: JobStep[] };

/** Messages from the file process. It parses untrusted files, so its messages are validated. */
export const fromFileProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rows'), done: z.number(), total: z.number() }),
  z.object({ type: z.literal('read'), ...fileReadProgressSchema.omit({ file: true }).shape }),
  /** Asks for the streets of stops, which it has found in the tracks. */
  z.object({ type: z.literal('positions'), positions: z.array(positionSchema) }),
  z.object({ type: z.literal('written'), rows: z.number() }),
  z.object({ type: z.literal('checked'), checked: checkedFileSchema }),
  z.object({ type: z.literal('places'), read: placesFileSchema }),
  z.object({ type: z.literal('steps'), steps: z.array(jobStepSchema) }),
  z.object({ type: z.literal('planned'), plan: importSummarySchema }),
  z.object({
    type: z.literal('wrongRows'),
    rows: z.number(),
    bytes: z.instanceof(Uint8Array<ArrayBuffer>),
  }),
  z.object({ type: z.literal('failed'), fault: faultSchema }),
  /** A bug: where it happened, without the message, which may quote data. */
  z.object({ type: z.literal('broken'), name: z.string(), frames: z.string() }),
]);
export type FromFileProcess = z.infer<typeof fromFileProcessSchema>;
