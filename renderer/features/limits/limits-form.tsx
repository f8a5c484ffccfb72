import { Switch, TextInput } from '@mantine/core';
import type { Device } from '#shared/domain/device';
import type { LimitsEdit } from '#shared/domain/edit';
import { deviceLabel } from '#shared/domain/device';
import { checkLimits } from '#shared/domain/expiry';
import { useDrafts } from '#features/drafts';
import { fieldWord } from '#lib/field-words';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { ListDetail } from '#ui/list-page';
import classes from './limits.module.css';
import { limitsKey, limitsValue, limitText, readLimit, type LimitsField } from './limits-draft';
import { stageLimits } from './stage-limits';

interface LimitsFormProps {
  device: Device;
  isWritable: boolean;
  /** Whose days the expiration date is one of. */
  zone: string;
  onClose: () => void;
}

/** All limit settings of one device, checked as they are typed; the counters are read-only. */
export function LimitsForm({ device, isWritable, zone, onClose }: LimitsFormProps) {
  const format = useFormat();
  const edit = (useDrafts().get(limitsKey(device.id))?.edit ?? {}) as LimitsEdit;
  const problems = checkLimits(edit, device.limits);
  const canEdit = isWritable && device.unlistedAt === null;
  const valueOf = (field: LimitsField) =>
    Object.hasOwn(edit, field) ? edit[field] : limitsValue(device, field);
  const stage = (changes: Partial<Record<LimitsField, unknown>>) => stageLimits(device, changes);
  const common = (field: LimitsField) => ({
    label: fieldWord('limits', field),
    disabled: !canEdit,
    error: problems[field],
    'data-form-field': `${field}:${device.id}`,
    classNames: Object.hasOwn(edit, field) ? { input: classes.changedInput } : undefined,
  });
  const number = (field: 'dailyEmailLimit' | 'dailySmsLimit') => (
    <TextInput
      {...common(field)}
      size="xs"
      inputMode="numeric"
      autoComplete="off"
      placeholder={device.limits ? 'no limit' : 'not provided by the service'}
      value={limitText(valueOf(field))}
      onChange={(event) => stage({ [field]: readLimit(event.currentTarget.value) })}
    />
  );
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? 'not provided by the service' : format.count(value);
  return (
    <ListDetail label="Limits of the device" title={deviceLabel(device)} onClose={onClose}>
      <div className={classes.form}>
        <Switch
          label={`${fieldWord('limits', 'expires')}${Object.hasOwn(edit, 'expires') ? ' (unsaved)' : ''}`}
          disabled={!canEdit}
          checked={valueOf('expires') === true}
          data-form-field={`expires:${device.id}`}
          onChange={(event) => stage({ expires: event.currentTarget.checked })}
        />
        <TextInput
          {...common('expirationDate')}
          type="date"
          size="xs"
          description={`The same day everywhere: a day of ${zone}.`}
          value={limitText(valueOf('expirationDate'))}
          onChange={(event) => stage({ expirationDate: event.currentTarget.value || null })}
        />
        {number('dailyEmailLimit')}
        {number('dailySmsLimit')}
      </div>
      <FactList title="Counters, read-only" note="They start again the next day.">
        <Fact name="E-mails sent today">{count(device.limits?.emailsSentToday)}</Fact>
        <Fact name="SMS sent today">{count(device.limits?.smsSentToday)}</Fact>
      </FactList>
    </ListDetail>
  );
}
