import type { ImportChoices, ImportError, ImportField } from '#shared/ipc/exchange';
import { columnName, type Column, type SourceTable } from './table';

/** Where the values of each field are in a file. */
export interface MappedColumns {
  fields: ImportField[];
  /** Headings of columns that no field uses. */
  unknownColumns: string[];
  errors: ImportError[];
}

/** Finds the columns of each field: those that the user chose, else those with its title or key. */
export function mapColumns(
  { header, headerRow }: SourceTable,
  columns: readonly Column[],
  choices: ImportChoices,
): MappedColumns {
  const errors: ImportError[] = [];
  const found = columns.map(({ key, title, formerTitle = title, isWrittenOnly }): ImportField => {
    const value = choices.values?.[key]?.trim() || null;
    const field = { key, title, columns: [], by: null, value, isMissing: false };
    if (choices.columns && !isWrittenOnly) {
      const chosen = (choices.columns[key] ?? []).filter((index) => index < header.length);
      return chosen.length === 0 ? field : { ...field, columns: chosen, by: 'choice' };
    }
    const names = new Set([key, title, formerTitle].map(columnName));
    const [first, second] = header.flatMap((text, index) =>
      names.has(columnName(text)) ? index : [],
    );
    if (first === undefined) return field;
    if (second !== undefined) {
      errors.push({
        row: headerRow,
        column: header[second]!.trim(),
        columnIndex: second,
        message: 'This column is there twice. Keep the one that counts.',
      });
    }
    return { ...field, columns: [first], by: 'title' };
  });
  const used = new Set(found.flatMap((field) => field.columns));
  const unknownColumns = header.flatMap((text, index) =>
    text.trim() === '' || used.has(index) ? [] : text.trim(),
  );
  const isRead = new Set(columns.flatMap(({ key, isWrittenOnly }) => (isWrittenOnly ? [] : key)));
  const fields = found.filter(({ key }) => isRead.has(key));
  return { fields, unknownColumns, errors };
}
