import { useState } from 'react';
import type { ImportError } from '#shared/ipc/exchange';
import { DataTable, type DataColumn } from '#ui/data-table';
import { texts } from './exchange-texts';
import { importErrorText } from './import-messages';
import classes from './exchange.module.css';

const columns: DataColumn<ImportError>[] = [
  {
    id: 'row',
    header: texts.row,
    width: 70,
    align: 'end',
    cell: ({ row }) => <span>{row ?? '–'}</span>,
  },
  {
    id: 'column',
    header: texts.column,
    width: 150,
    cell: ({ column }) => <span title={column ?? undefined}>{column ?? texts.wholeRow}</span>,
  },
  {
    id: 'message',
    header: texts.problem,
    width: 300,
    grows: true,
    cell: ({ message }) => <span title={message}>{message}</span>,
  },
];

/** The errors of a file, by row and column as the spreadsheet numbers them. */
export function ImportErrors({ errors }: { errors: readonly ImportError[] }) {
  const [selected, setSelected] = useState(-1);
  return (
    <div className={classes.errors}>
      <DataTable
        label={texts.errorsInTheFile}
        columns={columns}
        count={errors.length}
        rowAt={(index) => errors[index]}
        rowLabel={importErrorText}
        selectedIndex={selected}
        selectedKey={selected < 0 ? null : String(selected)}
        onSelect={setSelected}
      />
    </div>
  );
}
