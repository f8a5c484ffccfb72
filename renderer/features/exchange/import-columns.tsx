import { Button, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ImportChoices, ImportField, ImportKind, ImportPreview } from '#shared/ipc/exchange';
import { api } from '#lib/api';
import { countryLabel } from '#lib/field-values';
import { byText } from '#lib/in-order';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import { SearchSelect } from '#ui/search-select';
import classes from './exchange.module.css';
import { columnLabel } from './wrong-rows';
import type { OpenedImport } from './use-import';

interface ImportColumnsProps {
  what: ImportKind;
  opened: OpenedImport;
  onChoose: (choices: ImportChoices) => void;
}

/** Which column of the file each field is read from: one line, or a choice if there is something to check. */
export function ImportColumns({ what, opened, onChoose }: ImportColumnsProps) {
  const format = useFormat();
  const { t } = format;
  const { preview, choices } = opened;
  const { fields, unknownColumns } = preview;
  const isAsking = fields.some(({ isMissing }) => isMissing);
  const isGuess = fields.some(({ by }) => by === 'guess');
  // Guesses stay in view until the user goes on with them.
  const [isOpen, setOpen] = useState(isAsking || isGuess);
  const [showsAll, setShowsAll] = useState(false);
  const isShown = isAsking || isOpen;
  const used = fields.filter(({ columns, value }) => columns.length > 0 || value !== null);
  const shown = showsAll
    ? fields
    : fields.filter((field) => used.includes(field) || field.isMissing || isNeeded(what, field));
  return (
    <div role="group" aria-label={t('exchange.columns')} className={classes.step}>
      {isShown ? (
        <>
          {(isAsking || isGuess) && (
            <Text size="sm">
              {isAsking ? t('exchange.columns.unknown') : t('exchange.columns.check')}
            </Text>
          )}
          <table className={classes.mapping}>
            <thead>
              <tr>
                <th scope="col">{t('common.field')}</th>
                <th scope="col">{t('exchange.columns.inFile')}</th>
                <th scope="col">{t('exchange.columns.content')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((field) => (
                <FieldRow
                  key={field.key}
                  what={what}
                  field={field}
                  preview={preview}
                  onChoose={(choice) => onChoose({ ...choices, ...choice })}
                />
              ))}
            </tbody>
          </table>
          <div className={page.row}>
            {!isAsking && (
              <ActionButton
                onClick={() => {
                  setOpen(false);
                  void api.exchange.rememberColumns();
                }}
              >
                {t('exchange.columns.use')}
              </ActionButton>
            )}
            {fields.length > shown.length || showsAll ? (
              <Button size="xs" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? t('exchange.columns.fewer') : t('exchange.columns.more')}
              </Button>
            ) : null}
          </div>
        </>
      ) : (
        <div className={page.row}>
          <Text size="sm">
            {t('exchange.columns.used', { fields: used.map(({ title }) => title) })}
          </Text>
          <ActionButton size="compact-xs" onClick={() => setOpen(true)}>
            {t('exchange.columns.change')}
          </ActionButton>
        </div>
      )}
      {unknownColumns.length > 0 && (
        <Notice
          tone="warning"
          title={t('exchange.columns.ignored', { count: unknownColumns.length })}
        >
          {format.items(unknownColumns.map(format.said))}
        </Notice>
      )}
    </div>
  );
}

const needed: Record<ImportKind, readonly string[]> = {
  users: ['name', 'email', 'country', 'timeZone'],
  groups: ['name'],
  membership: ['group', 'device'],
};
const isNeeded = (what: ImportKind, { key }: ImportField) => needed[what].includes(key);

/** Fields that may have one value for all rows without a column. */
const withValue: ReadonlySet<string> = new Set(['country', 'timeZone', 'group']);

interface FieldRowProps {
  what: ImportKind;
  field: ImportField;
  preview: ImportPreview;
  onChoose: (choice: Pick<ImportChoices, 'columns' | 'values'>) => void;
}

function FieldRow({ what, field, preview, onChoose }: FieldRowProps) {
  const format = useFormat();
  const { t } = format;
  const { key, title, columns } = field;
  const values = Object.fromEntries(
    preview.fields.flatMap(({ key: each, value }) => (value === null ? [] : [[each, value]])),
  );
  const columnsWithout = (taken: readonly number[]) =>
    Object.fromEntries(
      preview.fields.map((each) => [
        each.key,
        each.columns.filter((index) => !taken.includes(index)),
      ]),
    );
  const choose = (indexes: readonly string[]) => {
    const taken = indexes.map(Number);
    // A column has one use: it leaves the field that had it.
    onChoose({ columns: { ...columnsWithout(taken), [key]: taken }, values });
  };
  const samples = columns.flatMap((index) => preview.columns[index]?.samples ?? []);
  const picker = {
    size: 'xs',
    'aria-label': t('exchange.column.which', { field: title }),
    data: preview.columns.map((column, index) => ({
      value: String(index),
      label: columnLabel(column, index, format),
    })),
    error:
      field.isMissing &&
      t(what === 'users' ? 'exchange.column.missing.users' : 'exchange.column.missing'),
  };
  return (
    <tr>
      <th scope="row">{format.said(title)}</th>
      <td>
        {key === 'name' ? (
          <MultiSelect
            {...picker}
            maxValues={3}
            value={columns.map(String)}
            onChange={choose}
            placeholder={columns.length === 0 ? t('exchange.column.none') : undefined}
          />
        ) : (
          <Select
            {...picker}
            clearable
            clearButtonProps={{ 'aria-label': t('exchange.column.noneFor', { field: title }) }}
            value={columns.length === 0 ? null : String(columns[0])}
            onChange={(chosen) => choose(chosen === null ? [] : [chosen])}
            placeholder={t('exchange.column.none')}
          />
        )}
      </td>
      <td>
        {columns.length === 0 && withValue.has(key) && (what !== 'users' || key !== 'group') ? (
          <ValueForAll
            field={field}
            what={what}
            onChoose={(value) =>
              onChoose({ columns: columnsWithout([]), values: { ...values, [key]: value ?? '' } })
            }
          />
        ) : (
          <>
            <span className={classes.samples} title={samples.join('\n')}>
              {format.items(samples)}
            </span>
            <span className={page.quiet}>
              {(field.by === 'guess' || field.by === 'remembered') &&
                t(`exchange.column.${field.by}`)}
            </span>
          </>
        )}
      </td>
    </tr>
  );
}

interface ValueForAllProps {
  field: ImportField;
  what: ImportKind;
  onChoose: (value: string | null) => void;
}

/** One value for all new records, where the file has no column. */
function ValueForAll({ field, what, onChoose }: ValueForAllProps) {
  const { t } = useFormat();
  const choices = useChoices(field.key);
  const [text, setText] = useState(field.value ?? '');
  const label = t(`exchange.value.${what}`, { field: field.title });
  const input = {
    size: 'xs',
    'aria-label': label,
    placeholder: label,
    description: field.value === null ? undefined : t(`exchange.value.${what}.help`),
    inputWrapperOrder: ['input' as const, 'description' as const],
  };
  if (choices === null) {
    return (
      <TextInput
        {...input}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => text !== (field.value ?? '') && onChoose(text)}
      />
    );
  }
  return (
    <SearchSelect
      {...input}
      clearable
      clearButtonProps={{ 'aria-label': t('exchange.column.noneFor', { field: field.title }) }}
      limit={100}
      data={choices}
      value={field.value}
      onChange={onChoose}
      nothingFoundMessage={t('exchange.value.noMatches')}
    />
  );
}

/** The countries or zones of the service; null if they are not available. */
function useChoices(field: string): { value: string; label: string }[] | null {
  const format = useFormat();
  const lists = { country: api.users.countries, timeZone: api.users.timeZones };
  const read = field === 'country' || field === 'timeZone' ? lists[field] : null;
  const { value: names } = useAnswer<Record<string, string>>(read && (() => read()), [field]);
  return useMemo(
    () =>
      names &&
      Object.entries(names)
        .map(([value, name]) => ({
          value,
          label: field === 'country' ? countryLabel(value, name, format) : value,
        }))
        .toSorted((a, b) => byText(a.label, b.label)),
    [names, field, format],
  );
}
