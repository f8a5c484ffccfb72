import { Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayInZone, isCalendarDay, dayText } from '#shared/domain/calendar';
import { type Device, deviceLabel, knownLimits } from '#shared/domain/device';
import {
  knownLimit,
  sentCount,
  type CounterName,
  type LimitName,
  limitInForce,
  limitsEndedOn,
} from '#shared/domain/device-limits';
import { knownOf } from '#shared/domain/known';
import type { LimitsEdit } from '#shared/domain/edit';
import { checkLimits } from '#shared/domain/expiry';
import { useDrafts } from '#features/edits';
import { fieldWord } from '#lib/field-messages';
import { useNow } from '#lib/clock';
import { gapText, knownText } from '#lib/known-text';
import { inZone } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { DateField } from '#ui/date-field';
import { Fact, FactList } from '#ui/fact-list';
import { LabelledField } from '#ui/field-label';
import { ListDetail } from '#ui/list-board';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import classes from './limits.module.css';
import {
  expiryWarning,
  fieldText,
  limitsKey,
  limitsValue,
  readLimit,
  stageLimits,
  type LimitsField,
} from './limits-draft';
import { sentText, texts } from './limits-texts';

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
  const warning = expiryWarning(device, edit, zone);
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
        placeholder={knownText(knownLimit(device, field), format.count, texts.noLimit)}
        value={fieldText(valueOf(field))}
        onChange={(event) => stage({ [field]: readLimit(event.currentTarget.value) })}
      />,
    );
  const at = device.limits?.expirationAt ?? null;
  // Some services state a moment: the field shows its day in the account's time zone.
  const isStatedAt = at !== null && !isChanged('expirationDate');
  const day = isStatedAt ? dayInZone(at, zone) : fieldText(valueOf('expirationDate'));
  const now = useNow(60_000);
  const sent = (name: CounterName, limit: LimitName) =>
    sentText(sentCount(device, name, zone, now), limitInForce(device, limit, zone, now), format);
  const endedOn = limitsEndedOn(device, zone, now);
  const dateNote = isStatedAt
    ? texts.stated(inZone(format, zone).moment(at), zone)
    : isCalendarDay(day)
      ? texts.startOf(dayText(day), zone)
      : texts.someDayIn(zone);
  const dateGap = isChanged('expirationDate') ? null : dateGapText(device);
  return (
    <ListDetail label={texts.limitsOfTheDevice} title={deviceLabel(device)} onClose={onClose}>
      <div className={classes.form}>
        {labelled(
          'expires',
          <Switch
            id={idOf('expires')}
            label={
              isChanged('expires')
                ? texts.onTheDateBelow
                : (switchGapText(device) ?? texts.onTheDateBelow)
            }
            disabled={!canEdit}
            checked={valueOf('expires') === true}
            data-form-field={`expires:${device.id}`}
            onChange={(event) => stage({ expires: event.currentTarget.checked })}
          />,
        )}
        {labelled(
          'expirationDate',
          <DateField
            {...common('expirationDate')}
            size="xs"
            description={dateGap ?? dateNote}
            inputWrapperOrder={['input', 'error', 'description']}
            value={day}
            onChange={(chosen) => stage({ expirationDate: chosen || null })}
          />,
        )}
        {warning !== null && <Notice tone="warning" title={warning} />}
        {number('dailyEmailLimit')}
        {number('dailySmsLimit')}
      </div>
      {endedOn !== null && <p className={page.quiet}>{texts.ended(dayText(endedOn))}</p>}
      <FactList title={texts.countersReadOnly} note={texts.countersRestart(zone)}>
        <Fact name={texts.eMailsSent}>{sent('emailsSentToday', 'dailyEmailLimit')}</Fact>
        <Fact name={texts.smsSent}>{sent('smsSentToday', 'dailySmsLimit')}</Fact>
      </FactList>
    </ListDetail>
  );
}

/** Why the switch shows no value of the service; null if it does. */
function switchGapText(device: Device): string | null {
  const limits = knownLimits(device);
  return gapText(limits.is === 'value' ? knownOf(limits.value, 'expires') : limits);
}

/** The same for the date, which is not missed while Expires is off. */
function dateGapText(device: Device): string | null {
  const limits = knownLimits(device);
  if (limits.is !== 'value') return gapText(limits);
  const { expires, expirationAt } = limits.value;
  const known = knownOf(limits.value, 'expirationDate');
  const isMissed = expires !== false || known.is === 'notUnderstood';
  return isMissed && expirationAt == null ? gapText(known) : null;
}
