import { saidSchema } from '../i18n/translate';
import { z } from 'zod';
import { encodings, fileReadProgressSchema } from '../domain/submission';
import { jobSchema } from '../domain/job';
import { call, event } from './define';
import { ids, nothing, writtenFileSchema } from './fields';

/** Why a row or a column of an import cannot be used. */
const importErrorSchema = z.object({
  /** The line as a spreadsheet counts it; null for the whole file. */
  row: z.number().nullable(),
  column: saidSchema.nullable(),
  /** Index of the column in the file; null: none, or not known. */
  columnIndex: z.number().nullable(),
  message: saidSchema,
});
export type ImportError = z.infer<typeof importErrorSchema>;

export const separators = [',', ';', '\t', '|'] as const;

/** How a table file is to be read. What is absent is found out, or guessed and said. */
const tableChoicesSchema = z
  .object({
    sheet: z.string(),
    /** Rows that are hidden in the workbook are read as well. */
    withHiddenRows: z.boolean(),
    encoding: z.enum(encodings),
    separator: z.enum(separators),
    /** The row with the titles of the columns. */
    headerRow: z.number().int().min(1),
  })
  .partial();
export type TableChoices = z.infer<typeof tableChoicesSchema>;

/** The rows of a table, as the file numbers them from 1. */
const readRows = {
  headerRow: z.number(),
  headerRows: z.array(z.number()),
  /** Rows above the header, which are ignored; notes that begin with "#" are not counted. */
  rowsAbove: z.array(z.number()),
};
/** How a table file was read, and what else it could be. */
const tableReadingSchema = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('csv'),
    ...readRows,
    separator: z.string(),
    encoding: z.enum(encodings),
    /** The file does not state its encoding, and the bytes would be text in another one, too. */
    isEncodingGuessed: z.boolean(),
    /** The one that was used and what else it could be, the most probable first. */
    encodings: z.array(z.enum(encodings)),
    /** A text of the file, as it is in each of them. */
    samples: z.array(z.string()),
  }),
  z.object({
    format: z.literal('xlsx'),
    ...readRows,
    sheet: z.string(),
    /** The sheets that have content. */
    sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
    /** Hidden rows of the sheet, the first of them; ignored unless they were chosen. */
    hiddenRows: z.array(z.number()),
    hiddenRowCount: z.number(),
    areHiddenRowsRead: z.boolean(),
    /** Titles of hidden columns, which are read. */
    hiddenColumns: z.array(z.string()),
  }),
]);
export type TableReading = z.infer<typeof tableReadingSchema>;

/** How the file that is open for import is to be read. null: as Waypost finds or guesses it. */
const importChoicesSchema = z.object({
  table: tableChoicesSchema,
  /**
   * The columns of each field, as indexes in the file; a field that is absent has none. The texts of
   * several columns are joined by a space.
   */
  columns: z.record(z.string(), z.array(z.number().int().min(0)).max(10)).nullable(),
  /** The value of a field in all new records, where the field has no column. */
  values: z.record(z.string(), z.string()).nullable(),
  /** Cells that the user corrected; `row` as the spreadsheet counts it, `column` as an index. */
  edits: z
    .array(
      z.object({
        row: z.number().int(),
        column: z.number().int().min(0),
        text: z.string().max(10_000),
      }),
    )
    .max(10_000),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;
export const noChoices: ImportChoices = {
  table: {},
  columns: null,
  values: null,
  edits: [],
};

/** A field of the records, and where its values come from. */
const importFieldSchema = z.object({
  key: z.string(),
  title: saidSchema,
  /** Indexes of its columns in the file; empty: none. */
  columns: z.array(z.number()),
  /** Why these columns; null: there are none. */
  by: z.enum(['title', 'remembered', 'guess', 'choice']).nullable(),
  /** The value of all new records, if there is no column; null: none. */
  value: z.string().nullable(),
  /** New records need it, and it has neither a column nor a value. */
  isMissing: z.boolean(),
});
export type ImportField = z.infer<typeof importFieldSchema>;

/** A column of the file, with a few of its texts; none of a password. */
const importColumnSchema = z.object({ heading: z.string(), samples: z.array(z.string()) });
export type ImportColumn = z.infer<typeof importColumnSchema>;

/** A row with an error, as in the file; null: a cell that is not shown. */
const wrongRowSchema = z.object({
  row: z.number(),
  cells: z.array(z.string().nullable()),
});
export type WrongRow = z.infer<typeof wrongRowSchema>;

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
  unknownColumns: z.array(saidSchema),
  /** The first columns of the file. */
  columns: z.array(importColumnSchema),
  fields: z.array(importFieldSchema),
  reading: tableReadingSchema,
  /** The rows of `errors`; `wrongRowCount` counts all. */
  wrongRows: z.array(wrongRowSchema),
  wrongRowCount: z.number(),
  job: jobSchema.nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const exportKinds = ['devices', 'users', 'groups', 'membership', 'journal'] as const;
const importKinds = ['users', 'groups', 'membership'] as const;
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
  /**
   * Plans the import of the opened file again, with these choices; the plan before it is discarded.
   * null if cancelled or superseded.
   */
  planImport: call(importChoicesSchema, importPreviewSchema.nullable()),
  /** Uses the columns of the last plan for headings of that kind from now on. */
  rememberColumns: call(nothing, nothing),
  /** Writes the rows of the last plan that have an error, with the reasons. Opens a file dialog. */
  saveWrongRows: call(z.object({ format: z.enum(tableFormats) }), writtenFileSchema),
  /** The table that is being read; null: none. */
  importProgress: call(nothing, fileReadProgressSchema.nullable()),
  /** The call that opened the table then returns null. */
  cancelImport: call(nothing, nothing),
  importProgressChanged: event(fileReadProgressSchema.nullable()),
};
