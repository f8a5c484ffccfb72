import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { dayMs, dayInZone, isCalendarDay } from '#shared/domain/calendar';
import { deviceLabel, knownLimits, type Device } from '#shared/domain/device';
import {
  expiresAtOnce,
  knownLimit,
  limitInForce,
  limitsEndedOn,
  sentCount,
  type CounterName,
  type LimitName,
  type DayCount,
} from '#shared/domain/device-limits';
import type { Draft, LimitsEdit } from '#shared/domain/edit';
import { checkLimits, type LimitsProblems } from '#shared/domain/expiry';
import { knownOf, valueOf, type Known } from '#shared/domain/known';
import { message, type PlainKey } from '#shared/i18n/translate';
import { BulkForm, draftOf, draftStore, useDrafts } from '#features/edits';
import { clock, useNow } from '#lib/clock';
import { fieldWord } from '#lib/field-values';
import { inZone, type Format } from '#lib/format';
import { gapText, knownText } from '#lib/known-values';
import { useFormat } from '#lib/use-format';
import { DateField } from '#ui/date-field';
import { Fact, FactList } from '#ui/fact-list';
import { LabelledField } from '#ui/field';
import { ListDetail } from '#ui/list-board';
import { Notice } from '#ui/notice';
import { readCount } from '#ui/number-field';
import { page } from '#ui/page';
import classes from './limits.module.css';

export type LimitsField = keyof LimitsEdit;
const limitNames = ['dailyEmailLimit', 'dailySmsLimit'] as const;

export const limitsKey = (id: string) => `limits:${id}`;

/** The saved value of a field. */
export function limitsValue(device: Pick<Device, 'limits'>, field: LimitsField): unknown {
  return device.limits?.[field] ?? (field === 'expires' ? false : null);
}

/** A staged or saved value as the text of its field. */
export const fieldText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

/** The validation errors of a draft, by field. */
export const problemsOf = ({ base, edit }: Pick<Draft, 'base' | 'edit'>): LimitsProblems =>
  checkLimits(edit as LimitsEdit, (base as Device).limits);

/** Why a draft of limits is not sent without being opened; `zone`: of the expiration date. */
export function limitsDraftProblem(
  draft: Pick<Draft, 'base' | 'edit'>,
  zone: string,
  format: Format,
): string | null {
  const [problem] = Object.values(problemsOf(draft));
  return problem
    ? format.t(problem)
    : expiryWarning(draft.base as Device, draft.edit as LimitsEdit, zone, format);
}

/** Stages edits of one device. Invalid text stays in the draft, so that the user can correct it. */
export function stageLimits(device: Device, changes: Partial<Record<LimitsField, unknown>>): void {
  draftStore.stage(draftOf('limits', device), changes);
}

/** That a device expires as soon as an edit is saved; null: it does not. */
export function expiryWarning(
  device: Device,
  edit: LimitsEdit,
  zone: string,
  { t }: Format,
): string | null {
  const day = expiresAtOnce(edit, device.limits, zone, clock.now());
  return day === null ? null : t('jobs.note.expiresAtOnce', { day: dayMs(day) });
}

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
  const { t, calendarDay } = format;
  const edit = (useDrafts().get(limitsKey(device.id))?.edit ?? {}) as LimitsEdit;
  const problems = checkLimits(edit, device.limits);
  const warning = expiryWarning(device, edit, zone, format);
  const canEdit = isWritable && device.unlistedAt === null;
  const valueOf = (field: LimitsField) =>
    Object.hasOwn(edit, field) ? edit[field] : limitsValue(device, field);
  const stage = (changes: Partial<Record<LimitsField, unknown>>) => stageLimits(device, changes);
  const isChanged = (field: LimitsField) => Object.hasOwn(edit, field);
  const idOf = (field: LimitsField) => `limits-${field}`;
  const common = (field: LimitsField) => ({
    id: idOf(field),
    disabled: !canEdit,
    error: problems[field] && t(problems[field]),
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
      {fieldWord('limits', field, format)}
    </LabelledField>
  );
  const number = (field: 'dailyEmailLimit' | 'dailySmsLimit') =>
    labelled(
      field,
      <TextInput
        {...common(field)}
        size="xs"
        inputMode="numeric"
        placeholder={knownText(
          knownLimit(device, field),
          format.count,
          t('limits.noLimit'),
          format,
        )}
        value={fieldText(valueOf(field))}
        onChange={(event) => stage({ [field]: readCount(event.currentTarget.value) })}
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
    ? t('limits.form.stated', { moment: inZone(format, zone).moment(at), zone })
    : isCalendarDay(day)
      ? t('limits.form.startOf', { day: calendarDay(day), zone })
      : t('limits.form.someDay', { zone });
  const dateGap = isChanged('expirationDate') ? null : dateGapText(device, format);
  return (
    <ListDetail label={t('limits.form')} title={deviceLabel(device)} onClose={onClose}>
      <div className={classes.form}>
        {labelled(
          'expires',
          <Switch
            id={idOf('expires')}
            label={
              (isChanged('expires') ? null : switchGapText(device, format)) ??
              t('limits.form.expires')
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
      {endedOn !== null && (
        <p className={page.quiet}>{t('limits.form.ended', { day: calendarDay(endedOn) })}</p>
      )}
      <FactList title={t('limits.counters')} note={t('limits.counters.help', { zone })}>
        <Fact name={t('limits.counters.emails')}>{sent('emailsSentToday', 'dailyEmailLimit')}</Fact>
        <Fact name={t('limits.counters.sms')}>{sent('smsSentToday', 'dailySmsLimit')}</Fact>
      </FactList>
    </ListDetail>
  );
}

/** Why the switch shows no value of the service; null if it does. */
function switchGapText(device: Device, format: Format): string | null {
  const limits = knownLimits(device);
  return gapText(limits.is === 'value' ? knownOf(limits.value, 'expires') : limits, format);
}

/** The same for the date, which is not missed while Expires is off. */
function dateGapText(device: Device, format: Format): string | null {
  const limits = knownLimits(device);
  if (limits.is !== 'value') return gapText(limits, format);
  const { expires, expirationAt } = limits.value;
  const known = knownOf(limits.value, 'expirationDate');
  const isMissed = expires !== false || known.is === 'notUnderstood';
  return isMissed && expirationAt == null ? gapText(known, format) : null;
}

type Choice = 'keep' | 'set' | 'none';
const limitChoices: { value: Choice; label: PlainKey }[] = [
  { value: 'keep', label: 'limits.bulk.keep' },
  { value: 'set', label: 'limits.bulk.set' },
  { value: 'none', label: 'limits.bulk.remove' },
];
const unchanged = { choice: 'keep' as Choice, typed: '' };

interface BulkLimitsProps {
  ids: readonly string[];
  onStarted?: () => void;
  onClose: () => void;
}

/** Sets the same limits for many devices. */
export function BulkLimits({ ids, onStarted, onClose }: BulkLimitsProps) {
  const format = useFormat();
  const { t } = format;
  const [entries, setEntries] = useState({ dailyEmailLimit: unchanged, dailySmsLimit: unchanged });
  const edit: LimitsEdit = {};
  const problems: Partial<Record<LimitName, string>> = {};
  for (const field of limitNames) {
    const { choice, typed } = entries[field];
    if (choice === 'keep') continue;
    const value = choice === 'none' ? null : readCount(typed);
    Object.assign(edit, { [field]: value });
    const problem = checkLimits(edit, null)[field];
    if (choice === 'set' && value === null) problems[field] = t('limits.bulk.notWhole');
    else if (problem !== undefined) problems[field] = t(problem);
  }
  const isValid = Object.keys(edit).length > 0 && Object.keys(problems).length === 0;
  const title = t('activity.run.limits.change', { count: ids.length });
  return (
    <BulkForm
      title={title}
      runLabel={title}
      plan={
        isValid
          ? {
              title: message('activity.run.limits.change', { count: ids.length }),
              kind: 'limits',
              onStarted,
              steps: ids.map((id) => ({ kind: 'limits', action: 'change', id, edit })),
            }
          : null
      }
      onClose={onClose}
    >
      {limitNames.map((field) => {
        const { choice, typed } = entries[field];
        const set = (entry: typeof unchanged) => setEntries({ ...entries, [field]: entry });
        return (
          <SimpleGrid key={field} cols={2} spacing="sm" mt="sm">
            <NativeSelect
              size="xs"
              label={fieldWord('limits', field, format)}
              value={choice}
              data={limitChoices.map(({ value, label }) => ({ value, label: t(label) }))}
              onChange={(event) => set({ typed, choice: event.currentTarget.value as Choice })}
            />
            {choice !== 'none' && (
              <TextInput
                size="xs"
                label={t('limits.bulk.perDay')}
                aria-label={t('limits.bulk.perDayOf', {
                  limit: fieldWord('limits', field, format),
                })}
                inputMode="numeric"
                placeholder={choice === 'keep' ? t('limits.bulk.unchanged') : ''}
                value={typed}
                error={typed !== '' && problems[field]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  set({ typed: value, choice: value === '' ? 'keep' : 'set' });
                }}
              />
            )}
          </SimpleGrid>
        );
      })}
    </BulkForm>
  );
}

export const limitText = (limit: Known<number | null>, format: Format): string =>
  knownText(limit, format.count, format.t('limits.noLimit'), format);

/** "90", "90 of 100", and of a past day "90 of 100 yesterday". */
export function sentText(
  sent: Known<DayCount>,
  limit: Known<number | null>,
  format: Format,
): string {
  const { t, count, calendarDay } = format;
  if (sent.is !== 'value') return gapText(sent, format) ?? '';
  const most = valueOf(limit);
  const { count: number, daysAgo, day } = sent.value;
  const text =
    most === null ? count(number) : t('limits.sent.ofLimit', { sent: number, limit: most });
  if (daysAgo === 0) return text;
  if (day === null) return t('limits.sent.dayNotKnown', { sent: text });
  return daysAgo === 1
    ? t('limits.sent.yesterday', { sent: text })
    : t('limits.sent.onDay', { sent: text, day: calendarDay(day) });
}
