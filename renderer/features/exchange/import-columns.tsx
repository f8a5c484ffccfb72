import { Button, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ImportChoices, ImportField, ImportKind, ImportPreview } from '#shared/ipc/exchange';
import { api } from '#lib/api';
import { byText } from '#lib/in-order';
import { itemsText } from '#lib/list-text';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import { SearchSelect } from '#ui/search-select';
import classes from './exchange.module.css';
import { columnLabel, fieldNote, importMessages, texts } from './exchange-texts';
import type { OpenedImport } from './use-import';

interface ImportColumnsProps {
  what: ImportKind;
  opened: OpenedImport;
  onChoose: (choices: ImportChoices) => void;
}

/** Which column of the file each field is read from: one line, or a choice if there is something to check. */
export function ImportColumns({ what, opened, onChoose }: ImportColumnsProps) {
  const format = useFormat();
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
    <div role="group" aria-label={texts.columns} className={classes.step}>
      {isShown ? (
        <>
          {(isAsking || isGuess) && (
            <Text size="sm">{isAsking ? texts.someColumnsAreNotKnown : texts.checkTheColumns}</Text>
          )}
          <table className={classes.mapping}>
            <thead>
              <tr>
                <th scope="col">{texts.field}</th>
                <th scope="col">{texts.columnInTheFile}</th>
                <th scope="col">{texts.content}</th>
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
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  setOpen(false);
                  void api.exchange.rememberColumns();
                }}
              >
                {texts.useTheseColumns}
              </Button>
            )}
            {fields.length > shown.length || showsAll ? (
              <Button size="xs" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? texts.fewerFields : texts.moreFields}
              </Button>
            ) : null}
          </div>
        </>
      ) : (
        <div className={page.row}>
          <Text size="sm">{importMessages.usedFields(used.map(({ title }) => title))}</Text>
          <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
            {texts.changeColumns}
          </Button>
        </div>
      )}
      {unknownColumns.length > 0 && (
        <Notice tone="warning" title={importMessages.unknownColumns(unknownColumns.length, format)}>
          {itemsText(unknownColumns)}
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
    'aria-label': importMessages.whichColumn(title),
    data: preview.columns.map((column, index) => ({
      value: String(index),
      label: columnLabel(column, index),
    })),
    error: field.isMissing ? importMessages.missing[what] : undefined,
  };
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        {key === 'name' ? (
          <MultiSelect
            {...picker}
            maxValues={3}
            value={columns.map(String)}
            onChange={choose}
            placeholder={columns.length === 0 ? texts.noColumn : undefined}
          />
        ) : (
          <Select
            {...picker}
            clearable
            clearButtonProps={{ 'aria-label': importMessages.noColumnFor(title) }}
            value={columns.length === 0 ? null : String(columns[0])}
            onChange={(chosen) => choose(chosen === null ? [] : [chosen])}
            placeholder={texts.noColumn}
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
              {itemsText(samples)}
            </span>
            <span className={page.quiet}>{fieldNote(field)}</span>
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
  const choices = useChoices(field.key);
  const [text, setText] = useState(field.value ?? '');
  const label = importMessages.valueForAll[what](field.title);
  const input = {
    size: 'xs',
    'aria-label': label,
    placeholder: label,
    description: field.value === null ? undefined : importMessages.forAll[what],
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
      clearButtonProps={{ 'aria-label': importMessages.noColumnFor(field.title) }}
      limit={100}
      data={choices}
      value={field.value}
      onChange={onChoose}
      nothingFoundMessage={texts.noMatches}
    />
  );
}

/** The countries or zones of the service; null if they are not available. */
function useChoices(field: string): { value: string; label: string }[] | null {
  const lists = { country: api.users.countries, timeZone: api.users.timeZones };
  const read = field === 'country' || field === 'timeZone' ? lists[field] : null;
  const { value: names } = useAnswer<Record<string, string>>(read && (() => read()), [field]);
  return useMemo(
    () =>
      names &&
      Object.entries(names)
        .map(([value, name]) => ({
          value,
          label: field === 'country' ? importMessages.countryChoice(name, value) : value,
        }))
        .toSorted((a, b) => byText(a.label, b.label)),
    [names, field],
  );
}
