import { useState } from 'react';
import type { z } from 'zod';
import type { importPreviewSchema } from '#shared/ipc/exchange';
import { DataTable, type DataColumn } from '#ui/data-table';
import classes from './exchange.module.css';

type ImportError = z.infer<typeof importPreviewSchema>['errors'][number];

const columns: DataColumn<ImportError>[] = [
  {
    id: 'row',
    header: 'Row',
    width: 70,
    align: 'end',
    cell: ({ row }) => <span>{row ?? '–'}</span>,
  },
  {
    id: 'column',
    header: 'Column',
    width: 150,
    cell: ({ column }) => <span title={column ?? undefined}>{column ?? 'Whole row'}</span>,
  },
  {
    id: 'message',
    header: 'Problem',
    width: 300,
    grows: true,
    cell: ({ message }) => <span title={message}>{message}</span>,
  },
];

const rowLabel = ({ row, column, message }: ImportError) =>
  `Row ${row ?? 'unknown'}${column ? `, column ${column}` : ''}: ${message}`;

/** The errors of a file, by row and column as the spreadsheet numbers them. */
export function ImportErrors({ errors }: { errors: readonly ImportError[] }) {
  const [selected, setSelected] = useState(-1);
  return (
    <div className={classes.errors}>
      <DataTable
        label="Errors in the file"
        columns={columns}
        count={errors.length}
        rowAt={(index) => errors[index]}
        rowLabel={rowLabel}
        selectedIndex={selected}
        selectedKey={selected < 0 ? null : String(selected)}
        onSelect={setSelected}
      />
    </div>
  );
}
