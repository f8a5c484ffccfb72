import { z } from 'zod';
import { jobSchema } from '../domain/job';
import { fileReadProgressSchema } from '../domain/submission';
import { call, event } from './define';
import { ids, nothing, writtenFileSchema } from './fields';

/** Why a row or a column of an import cannot be used. */
export const importErrorSchema = z.object({
  /** The line as a spreadsheet counts it; null for the whole file. */
  row: z.number().nullable(),
  column: z.string().nullable(),
  message: z.string(),
});
export type ImportError = z.infer<typeof importErrorSchema>;

/** What an import would do; `job` is its plan, null if there is nothing to do. */
export const importPreviewSchema = z.object({
  file: z.string(),
  rows: z.number(),
  creates: z.number(),
  changes: z.number(),
  unchanged: z.number(),
  /** The first of them; `errorCount` counts all. */
  errors: z.array(importErrorSchema),
  errorCount: z.number(),
  unknownColumns: z.array(z.string()),
  job: jobSchema.nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const exportKinds = ['devices', 'users', 'groups', 'membership', 'journal'] as const;
export const importKinds = ['users', 'groups', 'membership'] as const;
export const tableFormats = ['csv', 'xlsx'] as const;
export const exportFormats = [...tableFormats, 'geojson', 'kml'] as const;
export type ExportKind = (typeof exportKinds)[number];
export type ImportKind = (typeof importKinds)[number];
export type TableFormat = (typeof tableFormats)[number];
export type ExportFormat = (typeof exportFormats)[number];

/** Export and import of tables. */
export const exchange = {
  /** `ids` in the order on screen; null: all. Opens a file dialog. */
  exportTable: call(
    z.object({
      what: z.enum(exportKinds),
      format: z.enum(exportFormats),
      ids: ids.nullable(),
      /** Of devices: with the user's notes of this computer. */
      withNotes: z.boolean().optional(),
      /** The filter as text, for the header. */
      filter: z.string().max(1000),
    }),
    writtenFileSchema,
  ),
  saveTemplate: call(
    z.object({ what: z.enum(importKinds), format: z.enum(tableFormats) }),
    writtenFileSchema,
  ),
  /** Opens a file dialog, reads the file and plans the import; null if cancelled. */
  openImport: call(z.object({ what: z.enum(importKinds) }), importPreviewSchema.nullable()),
  /** The table that is being read; null: none. */
  importProgress: call(nothing, fileReadProgressSchema.nullable()),
  /** The call that opened the table then returns null. */
  cancelImport: call(nothing, nothing),
  importProgressChanged: event(fileReadProgressSchema.nullable()),
};
