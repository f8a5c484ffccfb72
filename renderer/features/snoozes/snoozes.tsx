import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconZzz } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { longestReason, type Snooze } from '#shared/domain/alert-rules';
import type { FleetClient } from '#engines/fleet';
import { useDeviceNames } from '#features/edits';
import { clearPicked, useFleet, useFleetStore } from '#features/fleet';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import { createAccountMirror } from '#lib/mirror';
import { showFault, showToast } from '#lib/toasts';
import type { Format } from '#lib/format';
import { currentFormat, useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { MomentField } from '#ui/date-field';
import { Dialog } from '#ui/dialog';
import { page } from '#ui/page';
import classes from './snoozes.module.css';

const mirror = createAccountMirror(
  () => api.snoozes.all(),
  (listener) => api.snoozes.onChanged(listener),
);

/** Passes on until when the silence of devices needs no attention. */
export function followSnoozes(client: Pick<FleetClient, 'setSnoozed'>): void {
  mirror.subscribe(({ value }, before) => {
    if (value === before.value) return;
    void client.setSnoozed(
      (value ?? []).map(({ deviceId, until }) => [deviceId, until ?? Number.POSITIVE_INFINITY]),
    );
  });
}

const isOn = ({ until }: Snooze, now: number) => until === null || until > now;

/** Changes snoozes and says so; Undo restores those before. */
async function change(
  begun: readonly Snooze[],
  ended: readonly string[],
  done: string,
): Promise<boolean> {
  const touched = new Set([...begun.map(({ deviceId }) => deviceId), ...ended]);
  const before = (mirror.getState().value ?? []).filter(({ deviceId }) => touched.has(deviceId));
  const send = async (next: readonly Snooze[], end: readonly string[]) => {
    const outcome = await inAccount(api.snoozes.change({ begun: [...next], ended: [...end] }));
    if (outcome?.ok) mirror.setState({ value: outcome.value });
    else if (outcome) showFault(currentFormat().t('snoozes.notChanged'), outcome.fault);
    return outcome?.ok ?? false;
  };
  if (!(await send(begun, ended))) return false;
  const undo = () => void send(before, [...touched]);
  const label = currentFormat().t('common.undo');
  showToast({ tone: 'info', title: done, actions: [{ label, run: undo }] });
  return true;
}

interface SnoozeDialogProps {
  ids: readonly string[];
  /** The name of the device; null: several. */
  label: string | null;
  onClose: () => void;
}

/** Until when, and why: each time is a button, so that one click does it. */
export function SnoozeDialog({ ids, label, onClose }: SnoozeDialogProps) {
  const format = useFormat();
  const { t } = format;
  const [reason, setReason] = useState('');
  const [at, setAt] = useState<number | null>(null);
  const [now] = useState(() => clock.now());
  const who = { count: ids.length, device: label ?? '' };
  const snooze = async (until: number | null) => {
    const begun = ids.map((deviceId) => ({ deviceId, until, reason: reason.trim() }));
    const done =
      until === null
        ? t('snoozes.begun.report', who)
        : t('snoozes.begun.time', { ...who, time: timeText(until, format) });
    if (!(await change(begun, [], done))) return;
    if (label === null) clearPicked();
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('snoozes.title', who)}>
      <Stack gap="sm">
        <Text size="sm">{t('snoozes.help')}</Text>
        <TextInput
          data-autofocus
          size="xs"
          label={t('snoozes.reason')}
          value={reason}
          maxLength={longestReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div role="group" aria-label={t('snoozes.times')} className={classes.times}>
          {timesFrom(now, format).map(({ text, until }) => (
            <ActionButton key={text} onClick={() => void snooze(until)}>
              {text}
            </ActionButton>
          ))}
        </div>
        <Group gap="xs" align="end" wrap="nowrap">
          <MomentField
            size="xs"
            label={t('snoozes.choose.other')}
            value={at}
            timeZone={format.timeZone}
            onChange={setAt}
          />
          <ActionButton disabled={at === null || at <= now} onClick={() => void snooze(at)}>
            {t('snoozes.choose.then')}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The time alone on the same day. */
function timeText(until: number, { day, time, t }: Format): string {
  const isToday = day(until) === day(clock.now());
  return isToday ? time(until) : t('common.dayAndTime', { day: day(until), time: time(until) });
}

function lastsText({ until, reason }: Snooze, format: Format): string {
  const { t } = format;
  if (until === null) {
    return reason === ''
      ? t('snoozes.lasts.report')
      : t('snoozes.lasts.reportWithReason', { reason });
  }
  const time = timeText(until, format);
  return reason === ''
    ? t('snoozes.lasts.time', { time })
    : t('snoozes.lasts.timeWithReason', { time, reason });
}

const hourMs = 3_600_000;

/** The times that are offered. */
function timesFrom(now: number, { timeZone, t }: Format): { text: string; until: number | null }[] {
  const tomorrow = startOfDayInZone(plusDays(dayInZone(now, timeZone), 1), timeZone);
  const morning = tomorrow + 6 * hourMs;
  return [
    { text: t('snoozes.choose.hour'), until: now + hourMs },
    { text: t('snoozes.choose.endOfToday'), until: tomorrow },
    { text: t('snoozes.choose.tomorrow', { at: morning }), until: morning },
    { text: t('snoozes.choose.week'), until: now + 7 * 24 * hourMs },
    { text: t('snoozes.choose.report'), until: null },
  ];
}

function EndNow({ deviceId, label }: { deviceId: string; label: string }) {
  const { t } = useFormat();
  return (
    <ActionButton
      size="compact-xs"
      aria-label={t('snoozes.endOf', { device: label })}
      onClick={() => void change([], [deviceId], t('snoozes.ended', { device: label }))}
    >
      {t('snoozes.end')}
    </ActionButton>
  );
}

/** In the details of a snoozed device: until when, why, and how to end it. */
export function DeviceSnooze({ device }: { device: { id: string; label: string } }) {
  const snooze = useStore(mirror, ({ value }) =>
    value?.find(({ deviceId }) => deviceId === device.id),
  );
  const format = useFormat();
  const now = useNow(10_000);
  if (!snooze || !isOn(snooze, now)) return null;
  return (
    <p className={classes.one}>
      <IconZzz size={15} aria-hidden className={page.fixed} />
      <span className={page.breakable}>{lastsText(snooze, format)}</span>
      <EndNow deviceId={device.id} label={device.label} />
    </p>
  );
}

/** The snoozed devices with until and why, while the chip that shows them is pressed. */
export function SnoozedDevices() {
  const isAsked = useFleet(({ query }) => query.states.includes('snoozed'));
  return isAsked ? <SnoozedList /> : null;
}

const none: readonly Snooze[] = [];

function SnoozedList() {
  const snoozes = useStore(mirror, ({ value }) => value ?? none);
  const fleet = useFleetStore();
  const now = useNow(10_000);
  const format = useFormat();
  const labelOf = useDeviceNames(useMemo(() => snoozes.map(({ deviceId }) => deviceId), [snoozes]));
  return (
    <ul className={classes.list} aria-label={format.t('snoozes.list')}>
      {snoozes
        .filter((each) => isOn(each, now))
        .map((each) => {
          const label = labelOf(each.deviceId);
          return (
            <li key={each.deviceId}>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => fleet.show(each.deviceId)}
                className={classes.name}
              >
                {label}
              </Button>
              <span className={classes.why}>{lastsText(each, format)}</span>
              <EndNow deviceId={each.deviceId} label={label} />
            </li>
          );
        })}
    </ul>
  );
}
