import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { commonTexts } from '#lib/common-texts';
import { FieldFrame, fieldId, fieldName, useField } from './user-form';
import { texts } from './users-texts';
import classes from './users.module.css';
import { messages } from './user-messages';

interface TagRow {
  name: string;
  value: string;
}

const rowsOf = (tags: Readonly<Record<string, string>>): TagRow[] =>
  Object.entries(tags).map(([name, value]) => ({ name, value }));
const tagsOf = (rows: readonly TagRow[]) =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]));
const isSame = (rows: readonly TagRow[], tags: Readonly<Record<string, string>>) => {
  const mine = tagsOf(rows);
  return (
    Object.keys(mine).length === Object.keys(tags).length &&
    Object.entries(mine).every(([name, value]) => tags[name] === value)
  );
};

/** Free-form tags of a user: a name and a text each. */
export function TagsField() {
  const { value, problem, set } = useField('tags');
  const tags = (value ?? {}) as Readonly<Record<string, string>>;
  // Rows are their own state because two may have the same name while one of them is typed.
  const [stored, setStored] = useState<readonly TagRow[]>(() => rowsOf(tags));
  const rows = isSame(stored, tags) ? stored : rowsOf(tags);
  const change = (next: readonly TagRow[]) => {
    setStored(next);
    set(tagsOf(next));
  };
  const edit = (at: number, part: Partial<TagRow>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const isDuplicate = (name: string) => rows.filter((row) => row.name === name).length > 1;
  return (
    <FieldFrame field="tags" isWide isGroup>
      <div role="group" aria-label={fieldName('tags')} className={classes.tags}>
        {rows.map((row, index) => (
          <div key={index} className={classes.tag}>
            <TextInput
              id={index === 0 ? fieldId('tags') : undefined}
              size="xs"
              aria-label={messages.nameOfTag(index + 1)}
              placeholder={commonTexts.name}
              value={row.name}
              error={isDuplicate(row.name) && texts.anotherTagHasThisName}
              onChange={(event) => edit(index, { name: event.currentTarget.value })}
              autoComplete="off"
            />
            <TextInput
              size="xs"
              aria-label={messages.textOfTag(index + 1)}
              placeholder={commonTexts.text}
              value={row.value}
              onChange={(event) => edit(index, { value: event.currentTarget.value })}
              autoComplete="off"
            />
            <CloseButton
              size="sm"
              aria-label={messages.removeTag(row.name || index + 1)}
              onClick={() => change(rows.filter((_, other) => other !== index))}
            />
          </div>
        ))}
        <Button
          id={rows.length === 0 ? fieldId('tags') : undefined}
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={12} aria-hidden />}
          disabled={Object.hasOwn(tags, '')}
          onClick={() => change([...rows, { name: '', value: '' }])}
        >
          {texts.addTag}
        </Button>
        {problem && <span className={classes.problem}>{problem}</span>}
      </div>
    </FieldFrame>
  );
}
