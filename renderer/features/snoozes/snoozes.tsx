import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconZzz } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { longestReason, type Snooze } from '#shared/domain/snooze';
import type { FleetClient } from '#engines/fleet';
import { useDeviceNames } from '#features/edits';
import { clearPicked, useFleet, useFleetStore } from '#features/fleet';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import { createAccountMirror } from '#lib/mirror';
import { showFault, showToast } from '#lib/toasts';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { MomentField } from '#ui/date-field';
import { Dialog } from '#ui/dialog';
import { page } from '#ui/page';
import { messages, texts } from './snoozes-texts';
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
    else if (outcome) showFault(texts.notChanged, outcome.fault);
    return outcome?.ok ?? false;
  };
  if (!(await send(begun, ended))) return false;
  const undo = () => void send(before, [...touched]);
  showToast({ tone: 'info', title: done, actions: [{ label: texts.undo, run: undo }] });
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
  const [reason, setReason] = useState('');
  const [at, setAt] = useState<number | null>(null);
  const [now] = useState(() => clock.now());
  const who = label ?? format.counted(ids.length, 'device');
  const snooze = async (until: number | null) => {
    const begun = ids.map((deviceId) => ({ deviceId, until, reason: reason.trim() }));
    if (!(await change(begun, [], messages.begun(who, untilText(until, format))))) return;
    if (label === null) clearPicked();
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={messages.title(who)}>
      <Stack gap="sm">
        <Text size="sm">{texts.whatItDoes}</Text>
        <TextInput
          data-autofocus
          size="xs"
          label={texts.reason}
          value={reason}
          maxLength={longestReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div role="group" aria-label={texts.until} className={classes.times}>
          {timesFrom(now, format).map(({ text, until }) => (
            <Button key={text} size="xs" variant="default" onClick={() => void snooze(until)}>
              {text}
            </Button>
          ))}
        </div>
        <Group gap="xs" align="end" wrap="nowrap">
          <MomentField
            size="xs"
            label={texts.anotherTime}
            value={at}
            timeZone={format.timeZone}
            onChange={setAt}
          />
          <Button
            size="xs"
            variant="default"
            disabled={at === null || at <= now}
            onClick={() => void snooze(at)}
          >
            {texts.snoozeUntilThen}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The time alone on the same day. */
function untilText(until: number | null, format: Format): string {
  if (until === null) return texts.untilItReportsAgain;
  const [day, time] = [format.day(until), format.time(until)];
  return day === format.day(clock.now()) ? messages.untilTime(time) : messages.untilDay(day, time);
}

const hourMs = 3_600_000;

/** The times that are offered. */
function timesFrom(now: number, { timeZone }: Format): { text: string; until: number | null }[] {
  const tomorrow = startOfDayInZone(plusDays(dayInZone(now, timeZone), 1), timeZone);
  return [
    { text: texts.for1Hour, until: now + hourMs },
    { text: texts.untilTheEndOfToday, until: tomorrow },
    { text: texts.untilTomorrow6, until: tomorrow + 6 * hourMs },
    { text: texts.for1Week, until: now + 7 * 24 * hourMs },
    { text: texts.untilItReports, until: null },
  ];
}

function EndNow({ deviceId, label }: { deviceId: string; label: string }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={messages.endOf(label)}
      onClick={() => void change([], [deviceId], messages.ended(label))}
    >
      {texts.endNow}
    </Button>
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
      <span className={page.breakable}>
        {messages.lasts(untilText(snooze.until, format), snooze.reason)}
      </span>
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
    <ul className={classes.list} aria-label={texts.snoozed}>
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
              <span className={classes.why}>
                {messages.lasts(untilText(each.until, format), each.reason)}
              </span>
              <EndNow deviceId={each.deviceId} label={label} />
            </li>
          );
        })}
    </ul>
  );
}
