import { Checkbox, Menu, Stack, Group, Switch } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { allDevices, callsForHelpOf, isSnoozedDevice } from '#shared/domain/alert-rules';
import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Translate } from '#shared/i18n/translate';
import { useDeviceNames } from '#features/edits';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { showFault, showToast } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { MomentField, TimeField } from '#ui/date-field';
import { ConfirmDialog } from '#ui/dialog';
import { page } from '#ui/page';
import { IconButton } from '#ui/icon-button';
import type { SettingProps } from '#features/settings';
import { whenText } from './alert-facts';
import classes from './alerts.module.css';

/** When notifications that are off resume, as main has it: see `snoozes` of the contract. */
const snoozes = createAccountStore<Readonly<Record<string, number>>>({});

/** Returns false if another account is on screen by now. */
async function readSnoozes(): Promise<boolean> {
  const outcome = await inAccount(api.alerts.snoozes());
  if (outcome?.ok) snoozes.setState(outcome.value, true);
  return outcome !== null;
}
onAccountOpened(() => void readSnoozes());

interface MutedDevice {
  id: string;
  label: string;
}

/** Whose notifications are meant: those of one device, or of all. */
type Target = MutedDevice | 'all';

const idOf = (target: Target) => (target === 'all' ? allDevices : target.id);

interface Snooze {
  /** null: notifications are on. */
  until: number | null;
  withCallsForHelp: boolean;
}

/** Turns notifications off until a moment, or on, and says so; Undo restores what was before. */
async function snooze(target: Target, next: Snooze, format: Format): Promise<void> {
  if (!(await readSnoozes())) return;
  const known = snoozes.getState();
  const before = known[idOf(target)] ?? null;
  const hadCallsForHelp = callsForHelpOf(idOf(target)) in known;
  const deviceId = target === 'all' ? null : target.id;
  const change = async ({ until, withCallsForHelp }: Snooze) => {
    const outcome = await inAccount(api.alerts.snooze({ deviceId, until, withCallsForHelp }));
    if (!outcome) return false;
    if (!outcome.ok) showFault(format.t('alerts.notifications.notChanged'), outcome.fault);
    return (await readSnoozes()) && outcome.ok;
  };
  const restore = async () => {
    await change({ until: null, withCallsForHelp: true });
    if (before !== null && before > clock.now())
      await change({ until: before, withCallsForHelp: hadCallsForHelp });
  };
  if (!(await change(next))) return;
  const { until } = next;
  const { t } = format;
  showToast({
    tone: 'info',
    title: until === null ? endedText(target, t) : startedText(target, next, until, format),
    actions: [{ label: t('common.undo'), run: () => void restore() }],
  });
}

const unsnooze = (target: Target, format: Format) =>
  void snooze(target, { until: null, withCallsForHelp: true }, format);

const endedText = (target: Target, t: Translate): string =>
  target === 'all' ? t('alerts.snooze.ended') : t('alerts.mute.ended', { device: target.label });

function startedText(
  target: Target,
  { withCallsForHelp }: Snooze,
  until: number,
  format: Format,
): string {
  const { t } = format;
  const time = whenText(until, format);
  if (target === 'all') {
    const key = withCallsForHelp ? 'alerts.snooze.startedWithSos' : 'alerts.snooze.started';
    return t(key, { time });
  }
  const key = withCallsForHelp ? 'alerts.mute.startedWithSos' : 'alerts.mute.started';
  return t(key, { device: target.label, time });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const nextDay = (days: number, { timeZone }: Format) =>
  startOfDayInZone(plusDays(dayInZone(clock.now(), timeZone), days), timeZone);

/** When notifications resume, for each offered choice; counted from the click. */
interface Choice {
  name: string;
  until: () => number;
}
const inAnHour = () => clock.now() + hourMs;

function choicesOfAll(format: Format): (Choice & { command: string })[] {
  const { t } = format;
  const tomorrow = () => nextDay(1, format) + 6 * hourMs;
  return [
    {
      name: t('alerts.snooze.minutes30'),
      command: t('alerts.snooze.command.minutes30'),
      until: () => clock.now() + 30 * minuteMs,
    },
    {
      name: t('alerts.snooze.hour'),
      command: t('alerts.snooze.command.hour'),
      until: inAnHour,
    },
    {
      name: t('alerts.snooze.tomorrow', { at: tomorrow() }),
      command: t('alerts.snooze.command.tomorrow', { at: tomorrow() }),
      until: tomorrow,
    },
  ];
}

function choicesOfOne(format: Format): Choice[] {
  const { t } = format;
  return [
    { name: t('alerts.snooze.hour'), until: inAnHour },
    { name: t('alerts.snooze.hours4'), until: () => clock.now() + 4 * hourMs },
    { name: t('alerts.snooze.midnight'), until: () => nextDay(1, format) },
  ];
}

/** Until when the notifications of a device, or of all, are off; null: they are on. */
function useSnoozedUntil(id: string): number | null {
  const until = useStore(snoozes, (all) => all[id] ?? 0);
  const now = useNow(10_000);
  return until > now ? until : null;
}

/** The snoozes of all notifications, for the search of the window. */
export function useSnoozeCommands(): readonly { name: string; run: () => void }[] {
  const format = useFormat();
  return useMemo(
    () =>
      choicesOfAll(format).map(({ command, until }) => ({
        name: command,
        run: () => void snooze('all', { until: until(), withCallsForHelp: false }, format),
      })),
    [format],
  );
}

/** The device whose mute is chosen in the dialog; null: the dialog is closed. */
const asked = createAccountStore<{ device: MutedDevice | null }>({ device: null });

/** Mutes one device, as items of a menu: for a while or until a chosen moment. */
export function MuteItems({ device }: { device: MutedDevice }) {
  const format = useFormat();
  const { t } = format;
  const until = useSnoozedUntil(device.id);
  return (
    <>
      <Menu.Label>
        {until === null
          ? t('alerts.mute.device')
          : t('alerts.mute.lasts', { time: whenText(until, format) })}
      </Menu.Label>
      {until !== null && (
        <Menu.Item onClick={() => unsnooze(device, format)}>{t('alerts.mute.end')}</Menu.Item>
      )}
      {choicesOfOne(format).map(({ name, until: end }) => (
        <Menu.Item
          key={name}
          onClick={() => void snooze(device, { until: end(), withCallsForHelp: false }, format)}
        >
          {name}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => asked.setState({ device })}>{t('alerts.mute.choose')}</Menu.Item>
    </>
  );
}

/** Says in a row that its device is muted. */
export function MutedSign({ deviceId }: { deviceId: string }) {
  const format = useFormat();
  const { t } = format;
  const until = useSnoozedUntil(deviceId);
  if (until === null) return null;
  const text = t('alerts.mute.lasts', { time: whenText(until, format) });
  return (
    <span className={classes.muted} role="img" aria-label={text} title={text}>
      <IconBellOff size={14} aria-hidden />
    </span>
  );
}

/** Says that a device is muted, and ends it. */
export function MutedLine({ device }: { device: MutedDevice }) {
  const format = useFormat();
  const { t } = format;
  const until = useSnoozedUntil(device.id);
  if (until === null) return null;
  return (
    <p className={`${page.row} ${classes.mutedLine}`}>
      <IconBellOff size={14} aria-hidden />
      {t('alerts.mute.lasts', { time: whenText(until, format) })}
      <ActionButton size="compact-xs" onClick={() => unsnooze(device, format)}>
        {t('alerts.mute.end')}
      </ActionButton>
    </p>
  );
}

/**
 * The bell of the head: snoozes the notifications of all devices, and says so for as long as it lasts; lists the muted
 * devices. A call for help (SOS) is notified all the same, unless the user confirms that it is not to be.
 */
export function NotificationBell() {
  const format = useFormat();
  const { t } = format;
  const until = useSnoozedUntil(allDevices);
  const sosUntil = useSnoozedUntil(callsForHelpOf(allDevices));
  const [isAsking, setAsking] = useState(false);
  const device = useStore(asked, (state) => state.device);
  const time = until === null ? '' : whenText(until, format);
  const Icon = until === null ? IconBell : IconBellOff;
  return (
    <div className={page.row}>
      {until !== null && (
        <span className={`${page.inline} ${classes.snoozed}`} role="note">
          {sosUntil === null
            ? t('alerts.snooze.until', { time })
            : t('alerts.snooze.untilWithSos', { time })}
          <ActionButton size="compact-xs" onClick={() => unsnooze('all', format)}>
            {t('alerts.snooze.end')}
          </ActionButton>
        </span>
      )}
      <Menu position="bottom-end" width={280} withArrow>
        <Menu.Target>
          <IconButton
            name={t('alerts.notifications')}
            icon={Icon}
            iconSize={17}
            variant="subtle"
            color={until === null ? 'gray' : 'orange'}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('alerts.snooze')}</Menu.Label>
          {choicesOfAll(format).map(({ name, until: end }) => (
            <Menu.Item
              key={name}
              onClick={() => void snooze('all', { until: end(), withCallsForHelp: false }, format)}
            >
              {name}
            </Menu.Item>
          ))}
          {until !== null && sosUntil === null && (
            <Menu.Item onClick={() => setAsking(true)}>{t('alerts.snooze.sos')}</Menu.Item>
          )}
          <MutedDevices />
          <Menu.Divider />
          <Menu.Item component="a" href="#/settings">
            {t('alerts.notifications.settings')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && until !== null && (
        <ConfirmDialog
          title={t('alerts.snooze.sos.title')}
          confirmLabel={t('alerts.snooze.sos.silence')}
          cancelLabel={t('alerts.snooze.sos.keep')}
          isCancelAdvised
          isDangerous
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void snooze('all', { until, withCallsForHelp: true }, format);
          }}
        >
          {t('alerts.snooze.sos.help', { time })}
        </ConfirmDialog>
      )}
      {device && <MuteDialog key={device.id} device={device} />}
    </div>
  );
}

/** The muted devices, each of which ends with a click. */
function MutedDevices() {
  const format = useFormat();
  const { t } = format;
  const now = useNow(10_000);
  const untilById = useStore(snoozes);
  const ids = useMemo(() => Object.keys(untilById).filter(isSnoozedDevice), [untilById]);
  const nameOf = useDeviceNames(ids);
  const muted = ids
    .map((id) => ({ id, until: untilById[id] ?? 0 }))
    .filter(({ until }) => until > now);
  if (muted.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('alerts.mute.list')}</Menu.Label>
      {muted.map(({ id, until }) => (
        <Menu.Item
          key={id}
          closeMenuOnClick={false}
          rightSection={<span className={page.quiet}>{t('alerts.mute.end')}</span>}
          onClick={() => unsnooze({ id, label: nameOf(id) }, format)}
        >
          {t('alerts.mute.list.device', { device: nameOf(id), time: whenText(until, format) })}
        </Menu.Item>
      ))}
    </>
  );
}

/** Mutes a device until a chosen moment, with its calls for help only if that is said. */
function MuteDialog({ device }: { device: MutedDevice }) {
  const format = useFormat();
  const { t } = format;
  const [until, setUntil] = useState<number | null>(() => nextDay(1, format) + 6 * hourMs);
  const [withCallsForHelp, setWithCallsForHelp] = useState(false);
  const close = () => asked.setState({ device: null });
  return (
    <ConfirmDialog
      title={t('alerts.mute.of', { device: device.label })}
      confirmLabel={t('alerts.mute')}
      isBlocked={until === null || until <= clock.now() ? t('alerts.mute.past') : false}
      onCancel={close}
      onConfirm={() => {
        close();
        void snooze(device, { until, withCallsForHelp }, format);
      }}
    >
      <Stack gap="sm">
        <MomentField
          label={t('alerts.mute.until')}
          value={until}
          timeZone={format.timeZone}
          onChange={setUntil}
        />
        <Checkbox
          label={t('alerts.mute.sos')}
          checked={withCallsForHelp}
          onChange={(event) => setWithCallsForHelp(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

const usualQuiet = { from: 22 * 60, to: 6 * 60 };

/** When no notifications are shown; for the settings page. */
export function QuietHours({ settings: { quietHours }, save }: SettingProps) {
  const { t, timeZone } = useFormat();
  return (
    <Stack gap={6}>
      <Switch
        label={t('alerts.settings.quiet')}
        description={t('alerts.settings.quiet.help', { zone: timeZone })}
        checked={quietHours !== null}
        onChange={(event) => save({ quietHours: event.currentTarget.checked ? usualQuiet : null })}
      />
      {quietHours && (
        <Group gap="xs" align="end">
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={
                end === 'from' ? t('alerts.settings.quiet.from') : t('alerts.settings.quiet.to')
              }
              value={quietHours[end]}
              onChange={(minute) => save({ quietHours: { ...quietHours, [end]: minute } })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
