import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { allDevices, callsForHelp } from '#shared/domain/alert-rules';
import { useDeviceNames } from '#features/edits';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import { showFault, showToast } from '#lib/toasts';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { page } from '#ui/page';
import { snoozeTexts, texts } from './alerts-texts';
import classes from './alerts.module.css';

/** When snoozed notifications resume, by device, and by `allDevices` and `callsForHelp`. */
const snoozes = createAccountStore<Readonly<Record<string, number>>>({});

async function readSnoozes(): Promise<void> {
  const outcome = await inAccount(api.alerts.snoozes());
  if (outcome?.ok) snoozes.setState(outcome.value, true);
}
onAccountOpened(() => void readSnoozes());

/** The device whose notifications are snoozed, or all devices, with or without their calls for help. */
type Snoozed = { deviceId: string; label: string } | 'all' | 'allWithCallsForHelp';

const hourMs = 3_600_000;
/** The hours that are offered. */
const snoozeLengths = [
  [1, texts.snooze1Hour],
  [4, texts.snooze4Hours],
  [24, texts.snooze1Day],
] as const;

/** Snoozes notifications until a moment, or ends the snooze with null, and says so; Undo restores the snooze before. */
async function snooze(
  snoozed: Snoozed,
  until: number | null,
  format: Pick<Format, 'moment'>,
): Promise<void> {
  const [deviceId, label] =
    typeof snoozed === 'string' ? [null, null] : [snoozed.deviceId, snoozed.label];
  const withCallsForHelp = snoozed === 'allWithCallsForHelp';
  await readSnoozes();
  const before = snoozes.getState()[deviceId ?? allDevices] ?? null;
  const hadCallsForHelp = callsForHelp in snoozes.getState();
  const change = async (next: number | null, withCalls = withCallsForHelp) => {
    const outcome = await api.alerts.snooze({ deviceId, until: next, withCallsForHelp: withCalls });
    if (!outcome.ok) showFault(texts.notChanged, outcome.fault);
    await readSnoozes();
    return outcome.ok;
  };
  const restore = async () => {
    await change(null);
    if (before !== null && before > clock.now()) await change(before, hadCallsForHelp);
  };
  if (!(await change(until))) return;
  showToast({
    tone: 'info',
    title:
      until === null
        ? snoozeTexts.ended(label)
        : snoozeTexts.started({ label, withCallsForHelp }, until, format),
    actions: [{ label: texts.undo, run: () => void restore() }],
  });
}

/** Mutes one device for a few hours. */
export const muteDevice = (deviceId: string, label: string, format: Pick<Format, 'moment'>): void =>
  void snooze({ deviceId, label }, clock.now() + 4 * hourMs, format);

/**
 * The bell of the head: snoozes the notifications of all devices, and says so for as long as it lasts. A call
 * for help (SOS) is notified all the same, unless the user confirms that it is not to be.
 */
export function NotificationBell() {
  const untilById = useStore(snoozes);
  const now = useNow(10_000);
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const until = untilById[allDevices] ?? 0;
  const sosUntil = untilById[callsForHelp] ?? 0;
  const isSnoozed = until > now;
  const time = format.day(until) === format.day(now) ? format.time(until) : format.moment(until);
  const Icon = isSnoozed ? IconBellOff : IconBell;
  return (
    <div className={page.row}>
      {isSnoozed && (
        <span className={`${page.inline} ${classes.snoozed}`} role="note">
          {sosUntil > now ? snoozeTexts.snoozedWithSosUntil(time) : snoozeTexts.snoozedUntil(time)}
          <EndSnooze snoozed="all" />
        </span>
      )}
      <Menu position="bottom-end" width={300} withArrow>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color={isSnoozed ? 'orange' : 'gray'}
            aria-label={texts.notifications}
            title={texts.notifications}
          >
            <Icon size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.notificationsOfAllDevices}</Menu.Label>
          {snoozeLengths.map(([hours, text]) => (
            <Menu.Item
              key={hours}
              onClick={() => void snooze('all', clock.now() + hours * hourMs, format)}
            >
              {text}
            </Menu.Item>
          ))}
          <Menu.Label>{texts.callsForHelpStillNotify}</Menu.Label>
          {isSnoozed && sosUntil <= now && (
            <Menu.Item onClick={() => setAsking(true)}>{texts.silenceCallsForHelpToo}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={texts.silenceCallsForHelpTitle}
      >
        <Text size="sm">{snoozeTexts.silencesCallsForHelp(time)}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)}>
            {texts.keepCallsForHelp}
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              setAsking(false);
              void snooze('allWithCallsForHelp', until, format);
            }}
          >
            {texts.silenceCallsForHelp}
          </Button>
        </Group>
      </Dialog>
    </div>
  );
}

/** The snoozed devices, and buttons to snooze all. */
export function Snoozes() {
  const untilById = useStore(snoozes);
  const now = useNow(10_000);
  const format = useFormat();
  useEffect(() => void readSnoozes(), []);
  const open = Object.entries(untilById).filter(
    ([id, until]) => until > now && id !== callsForHelp,
  );
  const labelOf = useDeviceNames(
    useMemo(
      () => Object.keys(untilById).filter((id) => id !== allDevices && id !== callsForHelp),
      [untilById],
    ),
  );
  const textOf = (id: string, until: number) => {
    if (id !== allDevices) return snoozeTexts.lasts(labelOf(id), until, format);
    return (untilById[callsForHelp] ?? 0) > now
      ? snoozeTexts.allWithSosLast(until, format)
      : snoozeTexts.lasts(null, until, format);
  };
  return (
    <Stack gap={6}>
      <Group gap="xs">
        {snoozeLengths.map(([hours, text]) => (
          <Button
            key={hours}
            size="compact-sm"
            variant="default"
            onClick={() => void snooze('all', now + hours * hourMs, format)}
          >
            {text}
          </Button>
        ))}
      </Group>
      {open.length > 0 && (
        <Stack component="ul" gap={6} className={classes.snoozes} aria-label={texts.snoozed}>
          {open.map(([id, until]) => (
            <li key={id} className={page.row}>
              {textOf(id, until)}
              <EndSnooze
                snoozed={id === allDevices ? 'all' : { deviceId: id, label: labelOf(id) }}
              />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function EndSnooze({ snoozed }: { snoozed: Snoozed }) {
  const format = useFormat();
  return (
    <Button size="compact-xs" variant="default" onClick={() => void snooze(snoozed, null, format)}>
      {texts.endSnooze}
    </Button>
  );
}
