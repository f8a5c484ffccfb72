import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { encodings } from '#shared/domain/submission';
import type { PlainKey } from '#shared/i18n/translate';
import {
  noChoices,
  separators,
  type ImportChoices,
  type TableChoices,
  type TableReading,
} from '#shared/ipc/exchange';
import { useFormat } from '#lib/use-format';
import classes from './exchange.module.css';

interface TableReadingFieldsProps {
  reading: TableReading;
  choices: ImportChoices;
  onChoose: (choices: ImportChoices) => void;
}

/** How the file was read, with a choice wherever it could be read in another way. */
export function TableReadingFields({ reading, choices, onChoose }: TableReadingFieldsProps) {
  const { t, items } = useFormat();
  const { headerRow, headerRows, rowsAbove } = reading;
  const separatorName = (separator: string) => {
    const key = separatorKeys[separator];
    return key ? t(key) : t('exchange.reading.separator.other', { separator });
  };
  const readSameRows = (table: TableChoices) =>
    onChoose({ ...choices, table: { ...choices.table, ...table } });
  // Columns and corrections belong to the rows that were read before.
  const readOtherRows = (table: TableChoices) =>
    onChoose({ ...noChoices, table: { ...choices.table, ...table } });
  return (
    <div role="group" aria-label={t('exchange.reading')} className={classes.reading}>
      {reading.format === 'csv' && (
        <>
          {reading.encodings.length > 1 && (
            <NativeSelect
              size="xs"
              label={t('exchange.reading.encoding')}
              {...(reading.isEncodingGuessed && {
                description: t('exchange.reading.encoding.guessed'),
              })}
              value={reading.encoding}
              data={reading.encodings.map((value, index) => ({
                value,
                label: reading.samples[index]
                  ? t('exchange.reading.encoding.sample', {
                      encoding: t(`common.encoding.${value}`),
                      sample: reading.samples[index],
                    })
                  : t(`common.encoding.${value}`),
              }))}
              onChange={({ currentTarget }) => {
                const chosen = encodings.find((value) => value === currentTarget.value);
                if (chosen) readSameRows({ encoding: chosen });
              }}
            />
          )}
          <NativeSelect
            size="xs"
            label={t('exchange.reading.separator')}
            value={reading.separator}
            data={separatorsWith(reading.separator).map((value) => ({
              value,
              label: separatorName(value),
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
            label={t('exchange.reading.sheet')}
            {...(reading.sheets.length > 1 && { description: t('exchange.reading.sheet.one') })}
            value={reading.sheet}
            data={reading.sheets.map(({ name, isHidden }) => ({
              value: name,
              label: isHidden ? t('exchange.reading.sheet.hidden', { name }) : name,
            }))}
            onChange={({ currentTarget }) =>
              onChoose({ ...noChoices, table: { sheet: currentTarget.value } })
            }
          />
          {reading.hiddenRowCount > 0 && (
            <Checkbox
              size="xs"
              label={t(
                reading.hiddenRows.length < reading.hiddenRowCount
                  ? 'exchange.reading.hiddenRowsMore'
                  : 'exchange.reading.hiddenRows',
                { count: reading.hiddenRowCount, rows: items(reading.hiddenRows.map(String)) },
              )}
              checked={reading.areHiddenRowsRead}
              onChange={({ currentTarget }) =>
                readSameRows({ withHiddenRows: currentTarget.checked })
              }
            />
          )}
          {reading.hiddenColumns.length > 0 && (
            <Text size="xs" className={classes.readingNote}>
              {t('exchange.reading.hiddenColumns', {
                count: reading.hiddenColumns.length,
                columns: items(reading.hiddenColumns),
              })}
            </Text>
          )}
        </>
      )}
      {headerRows.length > 1 && (
        <NativeSelect
          size="xs"
          label={t('exchange.reading.headerRow')}
          value={String(headerRow)}
          data={headerRows.map(String)}
          onChange={({ currentTarget }) =>
            readOtherRows({ headerRow: Number(currentTarget.value) })
          }
        />
      )}
      {rowsAbove.length > 0 && (
        <Text size="xs" className={classes.readingNote}>
          {t('exchange.reading.rowsAbove', {
            count: rowsAbove.length,
            rows: items(rowsAbove.map(String)),
          })}
        </Text>
      )}
    </div>
  );
}

const separatorKeys: Readonly<Record<string, PlainKey>> = {
  ',': 'exchange.reading.separator.comma',
  ';': 'exchange.reading.separator.semicolon',
  '\t': 'exchange.reading.separator.tab',
  '|': 'exchange.reading.separator.bar',
};

const separatorsWith = (used: string): readonly string[] =>
  separators.some((value) => value === used) ? separators : [used, ...separators];
