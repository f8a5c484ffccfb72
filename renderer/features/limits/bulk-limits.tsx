import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { LimitsEdit } from '#shared/domain/edit';
import { checkLimits } from '#shared/domain/expiry';
import { BulkButtons, planAndRun, planJob, runMessage, type PlanRequest } from '#features/activity';
import { fieldWord } from '#lib/field-messages';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import classes from './limits.module.css';
import { readLimit } from './limits-draft';
import { texts } from './limits-texts';

type Choice = 'keep' | 'set' | 'none';
const fields = ['dailyEmailLimit', 'dailySmsLimit'] as const;
type Field = (typeof fields)[number];

/** Sets the same limits for many devices. */
export function BulkLimits({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const format = useFormat();
  const [choices, setChoices] = useState<Record<Field, Choice>>({
    dailyEmailLimit: 'keep',
    dailySmsLimit: 'keep',
  });
  const [typed, setTyped] = useState<Record<Field, string>>({
    dailyEmailLimit: '',
    dailySmsLimit: '',
  });
  const title = runMessage('limits.change', ids.length, format);
  const plan = useAction(
    (start: (request: PlanRequest) => ReturnType<typeof planJob>, edit: LimitsEdit) =>
      start({
        title,
        kind: 'limits',
        steps: ids.map((id) => ({ kind: 'limits', action: 'change', id, edit })),
      }),
  );
  const edit: Record<string, unknown> = {};
  const problems: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    if (choices[field] === 'keep') continue;
    const value = choices[field] === 'none' ? null : readLimit(typed[field]);
    edit[field] = value;
    problems[field] =
      choices[field] === 'set' && value === null
        ? texts.notWhole
        : checkLimits({ [field]: value } as LimitsEdit, null)[field];
  }
  const isValid = Object.keys(edit).length > 0 && !Object.values(problems).some(Boolean);
  const submit = async (start: typeof planJob) => {
    if (isValid && (await plan.run(start, edit as LimitsEdit))) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(planAndRun);
        }}
      >
        {fields.map((field) => (
          <div key={field} className={classes.bulkField}>
            <NativeSelect
              size="xs"
              label={fieldWord('limits', field)}
              value={choices[field]}
              data={limitChoices}
              onChange={(event) =>
                setChoices({ ...choices, [field]: event.currentTarget.value as Choice })
              }
            />
            {choices[field] !== 'none' && (
              <TextInput
                size="xs"
                label={texts.perDay(fieldWord('limits', field))}
                inputMode="numeric"
                autoComplete="off"
                placeholder={choices[field] === 'keep' ? texts.unchanged : ''}
                value={typed[field]}
                error={choices[field] === 'set' && typed[field] !== '' && problems[field]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setTyped({ ...typed, [field]: value });
                  setChoices({ ...choices, [field]: value === '' ? 'keep' : 'set' });
                }}
              />
            )}
          </div>
        ))}
        {plan.fault && <FaultNotice fault={plan.fault} context="open" />}
        <BulkButtons
          runLabel={title}
          isReady={isValid}
          isBusy={plan.isBusy}
          onReview={() => void submit(planJob)}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

const limitChoices = [
  { value: 'keep', label: texts.keep },
  { value: 'set', label: texts.set },
  { value: 'none', label: texts.remove },
] satisfies { value: Choice; label: string }[];
