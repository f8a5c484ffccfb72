/// <reference lib="esnext.temporal" />

import { Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { dayInZone, isCalendarDay, lastDay } from '#shared/domain/calendar';
import { deviceLabel, type Device } from '#shared/domain/device';
import { expiryDay, expiryOf } from '#shared/domain/expiry';
import { valueOf } from '#shared/domain/known';
import type { Outcome } from '#shared/fault';
import { message, type Message, type PlainKey } from '#shared/i18n/translate';
import { BulkForm, sendEdit } from '#features/edits';
import { useBoardDevices } from '#features/limits';
import { useAccountZone } from '#features/settings';
import { inAccount } from '#lib/account-scope';
import { clock } from '#lib/clock';
import type { Format } from '#lib/format';
import { showToast } from '#lib/toasts';
import { useAction } from '#lib/use-action';
import { currentFormat, useFormat } from '#lib/use-format';
import { DateField } from '#ui/date-field';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import type { ExpiryRow } from './expiry-rows';

/** By how much a device can be extended. */
const extensions = {
  oneMonth: { months: 1 },
  sixMonths: { months: 6 },
  oneYear: { years: 1 },
  twoYears: { years: 2 },
} as const;
type ExtensionName = keyof typeof extensions;

const extensionNames = Object.keys(extensions) as ExtensionName[];

/** What is to become of the expiration date of each device. */
export type Renewal =
  | { how: 'extend'; by: ExtensionName }
  | { how: 'until'; day: string }
  /** Keeps the date. */
  | { how: 'activate' };

/** Adds a duration to a day; the last day of the month if the resulting day does not exist. */
export function dayAhead(
  day: string,
  by: { days?: number; months?: number; years?: number },
): string {
  const later = Temporal.PlainDate.from(day).add(by);
  return later.year > 9999 ? lastDay : later.toString();
}

/** Why a device cannot be renewed until this day; null if it can. */
function renewalProblem(day: string, today: string): PlainKey | null {
  if (!isCalendarDay(day)) return 'expiry.renew.noDay';
  return day > today ? null : 'expiry.renew.dayPassed';
}

/**
 * The new expiration date of each device. An extension is counted from its present date, or from today
 * if that has passed, is not known or there is none. A device with a later date than the chosen day is
 * left out: renewing never shortens.
 */
export function daysOf(
  renewal: Renewal,
  ids: readonly string[],
  devices: readonly Device[],
  { today, zone }: { today: string; zone: string },
): Map<string, string> {
  if (renewal.how === 'activate') return new Map();
  const present = new Map(devices.map((device) => [device.id, expiryDay(device, zone)]));
  if (renewal.how === 'until') {
    const { day } = renewal;
    const renewed = ids.filter((id) => (present.get(id) ?? '') <= day);
    return new Map(renewed.map((id) => [id, day]));
  }
  const start = (id: string) => {
    const day = present.get(id) ?? null;
    return day !== null && day > today ? day : today;
  };
  return new Map(ids.map((id) => [id, dayAhead(start(id), extensions[renewal.by])]));
}

/** How many devices have a later expiration date than this day. */
export const laterThan = (devices: readonly Device[], day: string, zone: string): number =>
  devices.filter((device) => (expiryDay(device, zone) ?? '') > day).length;

/** The title of the job; `label` is the name if there is only one device. */
function jobTitle(
  renewal: Renewal,
  label: string | null,
  count: number,
  { calendarDay }: Format,
): Message {
  if (renewal.how === 'activate') {
    return label === null
      ? message('activity.run.activate', { count })
      : message('expiry.activateOne', { device: label });
  }
  if (renewal.how === 'until') {
    const day = calendarDay(renewal.day);
    return label === null
      ? message('expiry.renew.job.until', { count, day })
      : message('expiry.renew.job.oneUntil', { device: label, day });
  }
  const period = message(`expiry.renew.by.${renewal.by}`);
  return label === null
    ? message('expiry.renew.job.by', { count, period })
    : message('expiry.renew.job.oneBy', { device: label, period });
}

interface RenewDialogProps {
  ids: readonly string[];
  /** The name, if there is only one device. */
  label: string | null;
  zone: string;
  /** False if the service does not save dates: then devices can only be activated. */
  takesDates: boolean;
  onStarted?: (() => void) | undefined;
  onClose: () => void;
}

/** Plans a new expiration date for devices, and the activation of those that have expired. */
export function RenewDialog(props: RenewDialogProps) {
  const { ids, label, zone, takesDates, onStarted, onClose } = props;
  const format = useFormat();
  const { t } = format;
  const today = dayInZone(clock.now(), zone);
  const board = useBoardDevices();
  const [how, setHow] = useState<Renewal['how']>(takesDates ? 'extend' : 'activate');
  const [by, setBy] = useState<ExtensionName>('oneYear');
  const [day, setDay] = useState('');
  // A date that an activation has left over, and that the dialog can replace.
  const [passed, setPassed] = useState<PassedDate>(null);
  const renewal: Renewal =
    how === 'extend' ? { how, by } : how === 'until' ? { how, day } : { how };
  const problem = how === 'until' ? renewalProblem(day, today) : null;
  const known = useMemo(() => {
    const chosen = new Set(ids);
    return board.devices?.filter(({ id }) => chosen.has(id)) ?? null;
  }, [board.devices, ids]);
  const count = ids.length;
  const runLabel = t(how === 'activate' ? 'activity.run.activate' : 'activity.run.limits.renew', {
    count,
  });
  const title =
    label === null
      ? t('activity.run.limits.renew', { count })
      : t('expiry.renewOne', { device: label });
  // One device is activated at once, and what became of its date is said here.
  const activateOnly = async (device: Device) => {
    const outcome = await activate(device, zone, takesDates);
    if (!outcome.ok) return outcome;
    if (!outcome.value) onClose();
    else {
      setPassed(outcome.value);
      setHow('until');
    }
    return outcome;
  };
  // An extension starts from the present dates.
  const isReady = problem === null && (how !== 'extend' || known !== null);
  const dates = daysOf(isReady ? renewal : { how: 'activate' }, ids, known ?? [], { today, zone });
  const only = ids.length === 1 ? known?.find(({ isActive }) => isActive !== true) : undefined;
  const isAnyPast = known?.some((device) => isPastDate(device, zone, clock.now())) ?? false;
  const activateNote = t(
    ids.length === 1 ? 'expiry.renew.datePassed.one' : 'expiry.renew.datePassed.some',
  );
  return (
    <BulkForm
      title={title}
      runLabel={runLabel}
      plan={
        isReady
          ? {
              title: jobTitle(renewal, label, count, format),
              kind: 'limits',
              onStarted,
              steps: ids.map((id) => ({
                kind: 'limits',
                action: 'renew',
                id,
                expirationDate: dates.get(id) ?? null,
              })),
            }
          : null
      }
      run={only && how === 'activate' ? () => activateOnly(only) : undefined}
      onClose={onClose}
    >
      {passed ? (
        <Notice
          tone="info"
          title={t('expiry.activated', { device: label ?? known?.map(deviceLabel) ?? '' })}
        >
          <div>
            {passedDateText(passed, format)} {t('expiry.passed.setNewDate')}
          </div>
        </Notice>
      ) : (
        <Text size="sm">{t('expiry.renew.licences')}</Text>
      )}
      {takesDates && (
        <Radio.Group
          mt="md"
          label={t('expiry.renew.newExpiration')}
          value={how}
          onChange={(chosen) => setHow(chosen as Renewal['how'])}
        >
          <Stack gap="sm" mt="xs">
            <Radio value="extend" label={t('expiry.renew.extend')} />
            <SegmentedControl
              size="xs"
              aria-label={t('expiry.renew.extendBy')}
              data={extensionNames.map((value) => ({
                value,
                label: t(`expiry.renew.by.${value}`),
              }))}
              value={by}
              onChange={(chosen) => {
                setBy(chosen as ExtensionName);
                setHow('extend');
              }}
            />
            <Radio value="until" label={t('expiry.renew.setDate')} />
            <DateField
              aria-label={t('expiry.renew.newDate')}
              description={t('expiry.renew.dayIn', { zone })}
              value={day}
              min={dayAhead(today, { days: 1 })}
              error={day === '' || problem === null ? null : t(problem)}
              onChange={(chosen) => {
                setDay(chosen);
                setHow('until');
              }}
            />
            {!passed && (
              <Radio
                value="activate"
                label={t('expiry.renew.onlyActivate')}
                description={isAnyPast ? activateNote : undefined}
              />
            )}
          </Stack>
        </Radio.Group>
      )}
      {known && problem === null && (
        <NewDates
          dates={[...dates.values()].toSorted()}
          later={renewal.how === 'until' ? laterThan(known, renewal.day, zone) : 0}
        />
      )}
      {board.fault && <FaultNotice fault={board.fault} context="open" />}
    </BulkForm>
  );
}

interface NewDatesProps {
  /** Of the devices that get a new date, the earliest first. */
  dates: readonly string[];
  /** How many devices keep a later date. */
  later: number;
}

/** The dates that result, and how many devices keep a later date. */
function NewDates({ dates, later }: NewDatesProps) {
  const { t, calendarDay } = useFormat();
  const [first, last] = [dates[0], dates.at(-1)];
  return (
    <>
      {first !== undefined && last !== undefined && (
        <Text size="sm" mt="md">
          {first === last
            ? t('expiry.renew.result.one', { day: calendarDay(first) })
            : t('expiry.renew.result.several', {
                first: calendarDay(first),
                last: calendarDay(last),
              })}
        </Text>
      )}
      {later > 0 && (
        <Text size="sm" mt="xs" role="status">
          {t('expiry.renew.keepLater', { count: later })}
        </Text>
      )}
    </>
  );
}

/**
 * What an activation made of a date that had been reached; null: there was none. Services differ: they
 * switch Expires off and keep the date stored, keep both, or state no date any more.
 */
type PassedDate = { is: 'switchedOff' | 'kept' | 'gone'; day: string } | null;

export function passedDateAfter(
  before: Device,
  after: Device,
  zone: string,
  now: number,
): PassedDate {
  const was = valueOf(expiryOf(before, zone, now).date);
  if (was === null || was.at > now) return null;
  const { day } = was;
  const date = valueOf(expiryOf(after, zone, now).date);
  if (date !== null) return date.at <= now ? { is: 'kept', day } : null;
  return { is: after.limits?.expires === false ? 'switchedOff' : 'gone', day };
}

const passedDateText = ({ is, day }: NonNullable<PassedDate>, { t, calendarDay }: Format) =>
  t(`expiry.passed.${is}`, { day: calendarDay(day) });

/** Whether the date of a device has been reached, so that an activation alone may not suffice. */
export function isPastDate(device: Device, zone: string, now: number): boolean {
  const date = valueOf(expiryOf(device, zone, now).date);
  return date !== null && date.at <= now;
}

/**
 * Activates an expired device. It uses a free licence, or the service refuses. The answer is the date that is left
 * over if `asksForDate` is to ask for a new one; otherwise a message says what became of it.
 */
async function activate(
  device: Device,
  zone: string,
  asksForDate: boolean,
): Promise<Outcome<PassedDate>> {
  const outcome = await inAccount(sendEdit({ kind: 'limits', action: 'activate', id: device.id }));
  if (!outcome) return { ok: true, value: null };
  if (!outcome.ok) return outcome;
  const format = currentFormat();
  const { t } = format;
  const named = { device: deviceLabel(device) };
  if (outcome.value.status !== 'saved') {
    showToast({ tone: 'info', title: t('expiry.changedByOther', named) });
    return { ok: true, value: null };
  }
  const passed = passedDateAfter(device, outcome.value.record, zone, clock.now());
  if (passed && asksForDate) return { ok: true, value: passed };
  const text = passed ? { text: passedDateText(passed, format) } : {};
  showToast({ tone: 'info', title: t('expiry.activated', named), ...text });
  return { ok: true, value: null };
}

export interface Activation {
  /** The device that is being activated. */
  busyId: string | null;
  activate: (row: ExpiryRow) => void;
  /** Why the last one was not activated. */
  notice: ReactNode;
}

/** Activates the devices of a list, one at a time. */
export function useActivation(): Activation {
  const { t } = useFormat();
  const { zone } = useAccountZone();
  const [last, setLast] = useState<ExpiryRow | null>(null);
  const { run, isBusy, fault, dismiss } = useAction((device: Device) =>
    activate(device, zone, false),
  );
  return {
    busyId: isBusy && last ? last.id : null,
    activate: (row) => {
      if (isBusy) return;
      setLast(row);
      void run(row.device);
    },
    notice: fault && last && (
      <div>
        <strong>
          {t(fault.kind === 'declined' ? 'expiry.notConfirmed' : 'expiry.notActivated', {
            device: last.label,
          })}
        </strong>
        <FaultNotice fault={fault} context="open" onDismiss={dismiss} />
      </div>
    ),
  };
}
