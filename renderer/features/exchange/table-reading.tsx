import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { encodings } from '#shared/domain/submission';
import {
  noChoices,
  separators,
  type ImportChoices,
  type TableChoices,
  type TableReading,
} from '#shared/ipc/exchange';
import { encodingNames } from '#lib/file-texts';
import { useFormat } from '#lib/use-format';
import { separatorNames, tableReadingMessages as messages } from './exchange-texts';
import classes from './exchange.module.css';

interface TableReadingFieldsProps {
  reading: TableReading;
  choices: ImportChoices;
  onChoose: (choices: ImportChoices) => void;
}

/** How the file was read, with a choice wherever it could be read in another way. */
export function TableReadingFields({ reading, choices, onChoose }: TableReadingFieldsProps) {
  const format = useFormat();
  const { headerRow, headerRows, rowsAbove } = reading;
  const readSameRows = (table: TableChoices) =>
    onChoose({ ...choices, table: { ...choices.table, ...table } });
  // Columns and corrections belong to the rows that were read before.
  const readOtherRows = (table: TableChoices) =>
    onChoose({ ...noChoices, table: { ...choices.table, ...table } });
  return (
    <div role="group" aria-label={messages.region} className={classes.reading}>
      {reading.format === 'csv' && (
        <>
          {reading.encodings.length > 1 && (
            <NativeSelect
              size="xs"
              label={messages.encoding}
              {...(reading.isEncodingGuessed && { description: messages.guessedEncoding })}
              value={reading.encoding}
              data={reading.encodings.map((value, index) => ({
                value,
                label: reading.samples[index]
                  ? messages.encodingSample(encodingNames[value], reading.samples[index])
                  : encodingNames[value],
              }))}
              onChange={({ currentTarget }) => {
                const chosen = encodings.find((value) => value === currentTarget.value);
                if (chosen) readSameRows({ encoding: chosen });
              }}
            />
          )}
          <NativeSelect
            size="xs"
            label={messages.separator}
            value={reading.separator}
            data={separatorsWith(reading.separator).map((value) => ({
              value,
              label: separatorNames[value] ?? messages.otherSeparator(value),
            }))}
            onChange={({ currentTarget }) => {
              const chosen = separators.find((value) => value === currentTarget.value);
              if (chosen) readOtherRows({ separator: chosen });
            }}
          />
        </>
      )}
      {reading.format === 'xlsx' && (
        <>
          <NativeSelect
            size="xs"
            label={messages.sheet}
            {...(reading.sheets.length > 1 && { description: messages.oneSheet })}
            value={reading.sheet}
            data={reading.sheets.map(({ name, isHidden }) => ({
              value: name,
              label: isHidden ? messages.hiddenSheet(name) : name,
            }))}
            onChange={({ currentTarget }) =>
              onChoose({ ...noChoices, table: { sheet: currentTarget.value } })
            }
          />
          {reading.hiddenRowCount > 0 && (
            <Checkbox
              size="xs"
              label={messages.hiddenRows(reading.hiddenRows, reading.hiddenRowCount, format)}
              checked={reading.areHiddenRowsRead}
              onChange={({ currentTarget }) =>
                readSameRows({ withHiddenRows: currentTarget.checked })
              }
            />
          )}
          {reading.hiddenColumns.length > 0 && (
            <Text size="xs" className={classes.readingNote}>
              {messages.hiddenColumns(reading.hiddenColumns, format)}
            </Text>
          )}
        </>
      )}
      {headerRows.length > 1 && (
        <NativeSelect
          size="xs"
          label={messages.headerRow}
          value={String(headerRow)}
          data={headerRows.map(String)}
          onChange={({ currentTarget }) =>
            readOtherRows({ headerRow: Number(currentTarget.value) })
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

const separatorsWith = (used: string): readonly string[] =>
  separators.some((value) => value === used) ? separators : [used, ...separators];
