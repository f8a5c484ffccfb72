import path from 'node:path';
import { lastSchemaWithRecords, migrations, type Migration } from './migrations/migrations';
import { workMigrations } from './migrations/work-migrations';
import { copyTables, workTables, type Table } from './tables';

/** One of the two files of an account. */
export interface Part {
  name: 'copy' | 'work';
  /** Distinguishes the file from other SQLite files and from the other part. */
  applicationId: number;
  tables: readonly Table[];
  migrations: readonly Migration[];
  /**
   * Deleted rows are overwritten, so that a row found in the bytes of a damaged file is one that was
   * still valid.
   */
  isErasing: boolean;
  /** Whether the file knows how many records it has; see work-migrations.ts. */
  hasInventory: boolean;
  /** Each on a page of its own. */
  headerTables: readonly string[];
  /** The first schema that has the present tables in the present layout. */
  firstReadable: number;
}

/** What the service can send again: fleet, lists, history. */
export const copyPart: Part = {
  name: 'copy',
  /** "WYPT" */
  applicationId: 0x57_59_50_54,
  tables: copyTables,
  migrations,
  isErasing: false,
  hasInventory: false,
  headerTables: ['header'],
  firstReadable: lastSchemaWithRecords,
};

/** What only this computer has: drafts, journal, jobs, acknowledgements, notes. */
export const workPart: Part = {
  name: 'work',
  /** "WYPW" */
  applicationId: 0x57_59_50_57,
  tables: workTables,
  migrations: workMigrations,
  isErasing: true,
  hasInventory: true,
  headerTables: ['header', 'header_copy'],
  firstReadable: 2,
};

/** The file of the user's own work, beside the offline copy of the same account. */
export function workFileOf(copyFile: string): string {
  const { dir, name, ext } = path.parse(copyFile);
  return path.join(dir, `${name}.work${ext}`);
}
