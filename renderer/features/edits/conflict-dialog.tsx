import { Button, Group, Radio, Text } from '@mantine/core';
import { useState } from 'react';
import type { FieldConflict, RecordKind } from '#shared/domain/edit';
import { fieldWord, valueText } from '#lib/field-values';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import classes from './edits.module.css';
import { useSaveKey } from './save-bar';
import type { Choices } from './save-drafts';

interface ConflictDialogProps {
  /** The label of the record. */
  label: string;
  conflicts: readonly FieldConflict[];
  kind: RecordKind;
  /** Formats a value, for example a group's id as its name. */
  show?: (field: string, value: unknown) => string;
  isBusy?: boolean;
  /** Saves again on top of the service's current record. */
  onSave: (choices: Choices) => void;
  /** Closes without saving; the draft stays. */
  onCancel: () => void;
}

/** Someone else changed the same fields: shows base, theirs and mine, and asks for a choice. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflicts, kind, onCancel } = props;
  const format = useFormat();
  const { t } = format;
  const show =
    props.show ?? ((field: string, value: unknown) => valueText(kind, field, value, format));
  const [choices, setChoices] = useState<Choices>({});
  const decided = conflicts.every(({ field }) => choices[field] !== undefined);
  const chooseAll = (whose: 'mine' | 'theirs') =>
    setChoices(Object.fromEntries(conflicts.map(({ field }) => [field, whose])));
  const save = () => decided && !props.isBusy && props.onSave(choices);
  useSaveKey(save);
  return (
    <Dialog
      opened
      onClose={onCancel}
      size="xl"
      title={t('edits.conflict.title', { record: props.label })}
      closeButtonProps={{ 'aria-label': t('edits.closeWithoutSaving') }}
    >
      <Text size="sm">{t('edits.conflict.help')}</Text>
      <div className={classes.conflicts}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('common.field')}</th>
              <th scope="col">{t('edits.conflict.was')}</th>
              <th scope="col">{t('edits.conflict.theirs')}</th>
              <th scope="col">{t('edits.conflict.mine')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => (
              <ConflictRow
                key={conflict.field}
                conflict={conflict}
                name={fieldWord(kind, conflict.field, format)}
                show={show}
                choice={choices[conflict.field]}
                onChoose={(whose) => setChoices({ ...choices, [conflict.field]: whose })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="space-between" mt="lg">
        <Group gap="xs">
          <Button size="xs" variant="subtle" onClick={() => chooseAll('theirs')}>
            {t('edits.conflict.allTheirs')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => chooseAll('mine')}>
            {t('edits.conflict.allMine')}
          </Button>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('edits.conflict.back')}
          </Button>
          <Button
            onClick={save}
            loading={props.isBusy}
            disabled={!decided}
            title={decided ? undefined : t('edits.conflict.undecided')}
          >
            {t('edits.conflict.save')}
          </Button>
        </Group>
      </Group>
    </Dialog>
  );
}

interface ConflictRowProps {
  conflict: FieldConflict;
  name: string;
  show: (field: string, value: unknown) => string;
  choice: 'mine' | 'theirs' | undefined;
  onChoose: (whose: 'mine' | 'theirs') => void;
}

function ConflictRow({ conflict, name, show, choice, onChoose }: ConflictRowProps) {
  const { t } = useFormat();
  const { field } = conflict;
  const option = (whose: 'mine' | 'theirs') => {
    const text = show(field, conflict[whose]);
    return (
      <td data-chosen={choice === whose || undefined}>
        <Radio
          name={`conflict-${field}`}
          aria-label={t('edits.conflict.choice', { whose, field: name, value: text })}
          label={<bdi>{text}</bdi>}
          checked={choice === whose}
          onChange={() => onChoose(whose)}
        />
      </td>
    );
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <bdi>{show(field, conflict.base)}</bdi>
      </td>
      {option('theirs')}
      {option('mine')}
    </tr>
  );
}
