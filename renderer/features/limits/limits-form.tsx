import { Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isCalendarDay } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import type { LimitsEdit } from '#shared/domain/edit';
import { deviceLabel } from '#shared/domain/device';
import { checkLimits } from '#shared/domain/expiry';
import { useDrafts } from '#features/drafts';
import { dayText } from '#lib/day-text';
import { fieldWord } from '#lib/field-messages';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { LabelledField } from '#ui/field-label';
import { ListDetail } from '#ui/list-page';
import classes from './limits.module.css';
import { limitsKey, limitsValue, limitText, readLimit, type LimitsField } from './limits-draft';
import { stageLimits } from './save-limits';

interface LimitsFormProps {
  device: Device;
  isWritable: boolean;
  /** The time zone of the expiration date. */
  zone: string;
  onClose: () => void;
}

/** All limits of one device, validated while the user types; the counters are read-only. */
export function LimitsForm({ device, isWritable, zone, onClose }: LimitsFormProps) {
  const format = useFormat();
  const edit = (useDrafts().get(limitsKey(device.id))?.edit ?? {}) as LimitsEdit;
  const problems = checkLimits(edit, device.limits);
  const canEdit = isWritable && device.unlistedAt === null;
  const valueOf = (field: LimitsField) =>
    Object.hasOwn(edit, field) ? edit[field] : limitsValue(device, field);
  const stage = (changes: Partial<Record<LimitsField, unknown>>) => stageLimits(device, changes);
  const isChanged = (field: LimitsField) => Object.hasOwn(edit, field);
  const idOf = (field: LimitsField) => `limits-${field}`;
  const common = (field: LimitsField) => ({
    id: idOf(field),
    disabled: !canEdit,
    error: problems[field],
    'data-form-field': `${field}:${device.id}`,
    classNames: isChanged(field) ? { input: classes.changedInput } : undefined,
  });
  const labelled = (field: LimitsField, input: ReactNode) => (
    <LabelledField
      htmlFor={idOf(field)}
      isChanged={isChanged(field)}
      onReset={() => stage({ [field]: limitsValue(device, field) })}
      field={input}
    >
      {fieldWord('limits', field)}
    </LabelledField>
  );
  const number = (field: 'dailyEmailLimit' | 'dailySmsLimit') =>
    labelled(
      field,
      <TextInput
        {...common(field)}
        size="xs"
        inputMode="numeric"
        autoComplete="off"
        placeholder={device.limits ? 'No limit' : 'Not provided by the service'}
        value={limitText(valueOf(field))}
        onChange={(event) => stage({ [field]: readLimit(event.currentTarget.value) })}
      />,
    );
  const day = limitText(valueOf('expirationDate'));
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? 'Not provided by the service' : format.count(value);
  return (
    <ListDetail label="Limits of the device" title={deviceLabel(device)} onClose={onClose}>
      <div className={classes.form}>
        {labelled(
          'expires',
          <Switch
            id={idOf('expires')}
            label="On the date below"
            disabled={!canEdit}
            checked={valueOf('expires') === true}
            data-form-field={`expires:${device.id}`}
            onChange={(event) => stage({ expires: event.currentTarget.checked })}
          />,
        )}
        {labelled(
          'expirationDate',
          <TextInput
            {...common('expirationDate')}
            type="date"
            size="xs"
            // The field shows the date in the system's format, which can be ambiguous.
            description={
              isCalendarDay(day)
                ? `${dayText(day)}, a day in the time zone ${zone}.`
                : `A day in the time zone ${zone}.`
            }
            inputWrapperOrder={['input', 'error', 'description']}
            value={day}
            onChange={(event) => stage({ expirationDate: event.currentTarget.value || null })}
          />,
        )}
        {number('dailyEmailLimit')}
        {number('dailySmsLimit')}
      </div>
      <FactList title="Counters, read-only" note="They are reset every day.">
        <Fact name="E-mails sent today">{count(device.limits?.emailsSentToday)}</Fact>
        <Fact name="SMS sent today">{count(device.limits?.smsSentToday)}</Fact>
      </FactList>
    </ListDetail>
  );
}
