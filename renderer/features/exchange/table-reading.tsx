import { encodings } from '#shared/domain/submission';
import { Checkbox, NativeSelect, Text } from '@mantine/core';
import {
  noChoices,
  separators,
  type ImportChoices,
  type TableChoices,
  type TableReading,
} from '#shared/ipc/exchange';
import { encodingNames } from '#lib/file-texts';
import { useFormat } from '#lib/use-format';
import classes from './exchange.module.css';
import { separatorNames, tableReadingMessages as messages } from './table-reading-messages';

interface TableReadingFieldsProps<R extends TableReading = TableReading> {
  reading: R;
  choices: ImportChoices;
  onChoose: (choices: ImportChoices) => void;
}

/** How the file was read, with a choice wherever it could be read in another way. */
export function TableReadingFields({ reading, choices, onChoose }: TableReadingFieldsProps) {
  const format = useFormat();
  const { headerRow, headerRows, rowsAbove } = reading;
  return (
    <div role="group" aria-label={messages.region} className={classes.reading}>
      {reading.format === 'csv' ? (
        <TextFields {...{ reading, choices, onChoose }} />
      ) : (
        <WorkbookFields {...{ reading, choices, onChoose }} />
      )}
      {headerRows.length > 1 && (
        <NativeSelect
          size="xs"
          label={messages.headerRow}
          value={String(headerRow)}
          data={headerRows.map(String)}
          onChange={(event) =>
            onChoose(otherRows(choices, { headerRow: Number(event.currentTarget.value) }))
          }
        />
      )}
      {rowsAbove.length > 0 && (
        <Text size="xs" className={classes.readingNote}>
          {messages.rowsAbove(rowsAbove, format)}
        </Text>
      )}
    </div>
  );
}

/** Columns and corrections belong to the rows that were read before. */
const otherRows = ({ table }: ImportChoices, more: TableChoices): ImportChoices => ({
  ...noChoices,
  table: { ...table, ...more },
});
const sameRows = (choices: ImportChoices, more: TableChoices): ImportChoices => ({
  ...choices,
  table: { ...choices.table, ...more },
});

function TextFields({
  reading,
  choices,
  onChoose,
}: TableReadingFieldsProps<Extract<TableReading, { format: 'csv' }>>) {
  const { encoding, separator, samples } = reading;
  const names = separators.map((value) => ({ value, label: separatorNames[value] ?? value }));
  const isOther = separators.every((value) => value !== separator);
  return (
    <>
      {reading.encodings.length > 1 && (
        <NativeSelect
          size="xs"
          label={messages.encoding}
          {...(reading.isEncodingGuessed && { description: messages.guessedEncoding })}
          value={encoding}
          data={reading.encodings.map((value, index) => ({
            value,
            label: samples[index]
              ? messages.encodingSample(encodingNames[value], samples[index])
              : encodingNames[value],
          }))}
          onChange={(event) => {
            const chosen = encodings.find((value) => value === event.currentTarget.value);
            if (chosen) onChoose(sameRows(choices, { encoding: chosen }));
          }}
        />
      )}
      <NativeSelect
        size="xs"
        label={messages.separator}
        value={separator}
        data={
          isOther
            ? [{ value: separator, label: messages.otherSeparator(separator) }, ...names]
            : names
        }
        onChange={(event) => {
          const chosen = separators.find((value) => value === event.currentTarget.value);
          if (chosen) onChoose(otherRows(choices, { separator: chosen }));
        }}
      />
    </>
  );
}

function WorkbookFields({
  reading,
  choices,
  onChoose,
}: TableReadingFieldsProps<Extract<TableReading, { format: 'xlsx' }>>) {
  const format = useFormat();
  const { sheet, sheets, hiddenRows, hiddenRowCount, hiddenColumns } = reading;
  return (
    <>
      <NativeSelect
        size="xs"
        label={messages.sheet}
        {...(sheets.length > 1 && { description: messages.oneSheet })}
        value={sheet}
        data={sheets.map(({ name, isHidden }) => ({
          value: name,
          label: isHidden ? messages.hiddenSheet(name) : name,
        }))}
        onChange={(event) =>
          onChoose({ ...noChoices, table: { sheet: event.currentTarget.value } })
        }
      />
      {hiddenRowCount > 0 && (
        <Checkbox
          size="xs"
          label={messages.hiddenRows(hiddenRows, hiddenRowCount, format)}
          checked={reading.areHiddenRowsRead}
          onChange={(event) =>
            onChoose(sameRows(choices, { withHiddenRows: event.currentTarget.checked }))
          }
        />
      )}
      {hiddenColumns.length > 0 && (
        <Text size="xs" className={classes.readingNote}>
          {messages.hiddenColumns(hiddenColumns, format)}
        </Text>
      )}
    </>
  );
}
