import { Button, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { LimitsEdit } from '#shared/domain/edit';
import { checkLimits } from '#shared/domain/expiry';
import { planJob } from '#features/jobs';
import { fieldWord } from '#lib/field-messages';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import classes from './limits.module.css';
import { readLimit } from './limits-draft';

type Choice = 'keep' | 'set' | 'none';
const fields = ['dailyEmailLimit', 'dailySmsLimit'] as const;
type Field = (typeof fields)[number];

/** Plans setting the same limits for many devices. */
export function BulkLimits({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { counted } = useFormat();
  const [choices, setChoices] = useState<Record<Field, Choice>>({
    dailyEmailLimit: 'keep',
    dailySmsLimit: 'keep',
  });
  const [typed, setTyped] = useState<Record<Field, string>>({
    dailyEmailLimit: '',
    dailySmsLimit: '',
  });
  const plan = useAction((edit: LimitsEdit) =>
    planJob(
      `Set limits of ${counted(ids.length, 'device')}`,
      'limits',
      ids.map((id) => ({ action: 'changeLimits', id, edit })),
    ),
  );
  const edit: Record<string, unknown> = {};
  const problems: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    if (choices[field] === 'keep') continue;
    const value = choices[field] === 'none' ? null : readLimit(typed[field]);
    edit[field] = value;
    problems[field] =
      choices[field] === 'set' && value === null
        ? 'Enter a whole number, 0 or more.'
        : checkLimits({ [field]: value } as LimitsEdit, null)[field];
  }
  const isValid = Object.keys(edit).length > 0 && !Object.values(problems).some(Boolean);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isValid && (await plan.run(edit as LimitsEdit))) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Set limits of ${counted(ids.length, 'device')}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Text size="sm">Nothing is sent until you run the plan.</Text>
        {fields.map((field) => (
          <div key={field} className={classes.bulkField}>
            <NativeSelect
              size="xs"
              label={fieldWord('limits', field)}
              value={choices[field]}
              data={[
                { value: 'keep', label: 'Keep' },
                { value: 'set', label: 'Set to' },
                { value: 'none', label: 'Remove the limit' },
              ]}
              onChange={(event) =>
                setChoices({ ...choices, [field]: event.currentTarget.value as Choice })
              }
            />
            {choices[field] === 'set' && (
              <TextInput
                size="xs"
                label={`${fieldWord('limits', field)}, a day`}
                inputMode="numeric"
                autoComplete="off"
                value={typed[field]}
                error={typed[field] !== '' && problems[field]}
                onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
              />
            )}
          </div>
        ))}
        {plan.fault && <FaultNotice fault={plan.fault} context="open" />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isValid} loading={plan.isBusy}>
            Create plan…
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
