import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { coordinateStyles } from '#shared/domain/coordinates';
import { defaultSettings, zoneChoices, type Settings } from '#shared/domain/settings';
import { firstDays, languages } from '#shared/i18n/languages';
import { message, type PlainKey } from '#shared/i18n/translate';
import type { UpdateState } from '#shared/ipc/desktop';
import { zoneLabel } from '#shared/domain/time-zone';
import {
  choiceOfSystem,
  systemOf,
  unitsOf,
  type DistanceUnit,
  type SpeedUnit,
} from '#shared/domain/units';
import { PassphraseSetting, useOpenSession } from '#features/session';
import { callWeightsText } from '#features/usage';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import type { Format } from '#lib/format';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { SearchSelect } from '#ui/search-select';
import { AskedSetting, listChanged, settingsView } from './find-setting';
import { Choice, SettingsSection, type Setting, type SettingProps } from './setting-fields';
import { lockSettings } from './setting-names';
import { SettingsIndex } from './settings-index';
import classes from './settings.module.css';
import { useSettings, useZone } from './store';

// A new setting: its schema in shared/domain/settings.ts, its texts, and an entry here.

const speedUnits = [
  ['m/s', 'settings.speeds.mps'],
  ['km/h', 'settings.speeds.kmh'],
  ['mph', 'settings.speeds.mph'],
  ['kn', 'settings.speeds.kn'],
] as const satisfies readonly [SpeedUnit, PlainKey][];
const distanceUnits = [
  ['km', 'settings.distances.km'],
  ['mi', 'settings.distances.mi'],
  ['nmi', 'settings.distances.nmi'],
] as const satisfies readonly [DistanceUnit, PlainKey][];

const appearance: Setting[] = [
  {
    kind: 'custom',
    key: 'language',
    byDefault: ({ t }) => t('settings.language.system'),
    Component: LanguageChoice,
  },
  {
    kind: 'choice',
    key: 'theme',
    label: 'settings.theme',
    options: [
      ['system', 'settings.theme.system'],
      ['light', 'settings.theme.light'],
      ['dark', 'settings.theme.dark'],
    ],
  },
  {
    kind: 'choice',
    key: 'labels',
    label: 'settings.labels',
    description: 'settings.labels.help',
    options: [
      ['auto', 'settings.labels.auto'],
      ['always', 'settings.labels.always'],
      ['hover', 'settings.labels.hover'],
      ['off', 'settings.labels.off'],
    ],
  },
  {
    kind: 'switch',
    key: 'estimatePositions',
    label: 'settings.estimate',
    description: 'settings.estimate.help',
  },
];

const unitsAndTimes: Setting[] = [
  {
    kind: 'choice',
    key: 'unitSystem',
    label: 'settings.units',
    description: 'settings.units.help',
    options: [
      ['metric', 'settings.units.metric'],
      ['imperial', 'settings.units.imperial'],
      ['nautical', 'settings.units.nautical'],
    ],
    read: systemOf,
    change: choiceOfSystem,
  },
  {
    kind: 'select',
    key: 'speedUnit',
    label: 'settings.speeds',
    options: speedUnits,
    // The system is stored too, or distances would follow the unit of speeds.
    change: (speedUnit, settings) => ({ unitSystem: systemOf(settings), speedUnit }),
  },
  {
    kind: 'select',
    key: 'distanceUnit',
    label: 'settings.distances',
    options: distanceUnits,
    read: (settings) => unitsOf(settings).distance,
    change: (distanceUnit, settings) => ({ unitSystem: systemOf(settings), distanceUnit }),
  },
  {
    kind: 'select',
    key: 'coordinateStyle',
    label: 'settings.coordinates',
    description: 'settings.coordinates.help',
    options: coordinateStyles.map((style) => [style, `settings.coordinates.${style}`]),
  },
  {
    kind: 'choice',
    key: 'clock',
    label: 'settings.clock',
    options: [
      ['system', 'settings.clock.system'],
      ['h12', 'settings.clock.h12'],
      ['h23', 'settings.clock.h24'],
    ],
  },
  {
    kind: 'custom',
    key: 'firstDay',
    byDefault: ({ t }) => t('settings.firstDay.system'),
    Component: FirstDay,
  },
  {
    kind: 'custom',
    key: 'timeZone',
    byDefault: ({ t }) => t('settings.times.computer'),
    Component: TimeZone,
  },
];

const deviceStates: Setting[] = [
  {
    kind: 'speed',
    key: 'movingAboveKmh',
    label: (unit) => message('settings.states.moving', { unit }),
    description: 'settings.states.moving.help',
  },
  {
    kind: 'number',
    key: 'staleAfterMinutes',
    label: 'settings.states.stale',
    description: 'settings.states.stale.help',
  },
  {
    kind: 'number',
    key: 'silentAfterHours',
    label: 'settings.states.silent',
    description: 'settings.states.silent.help',
  },
];

const expiry: Setting[] = [
  {
    kind: 'custom',
    key: 'expiryWarningDays',
    byDefault: ({ t, list }) =>
      list(
        defaultSettings.expiryWarningDays.map((days) => t('settings.expiry.threshold', { days })),
      ),
    Component: ExpiryWarnings,
  },
];

const history: Setting[] = [
  {
    kind: 'number',
    key: 'historySettleHours',
    label: 'settings.history.late',
    description: 'settings.history.late.help',
  },
];

const network: Setting[] = [
  {
    kind: 'number',
    key: 'callsPerMinute',
    label: 'settings.calls',
    description: 'settings.calls.help',
  },
  {
    kind: 'number',
    key: 'oldestCheckMinutes',
    label: 'settings.oldestCheck',
    description: 'settings.oldestCheck.help',
  },
  {
    kind: 'switch',
    key: 'pauseOnBattery',
    label: 'settings.battery',
    description: 'settings.battery.help',
  },
];

const lock: Setting[] = [
  {
    kind: 'switch',
    key: 'lockOnScreenLock',
    label: 'settings.lock.screen',
    description: 'settings.lock.screen.effect',
  },
  {
    kind: 'custom',
    key: 'lockAfterIdleMinutes',
    byDefault: ({ t }) => t('settings.lock.idle.never'),
    Component: LockWhenIdle,
  },
];

const updates: Setting[] = [
  {
    kind: 'custom',
    key: 'updatesEnabled',
    byDefault: ({ t }) => t('settings.on'),
    Component: CheckForUpdates,
  },
];

const desktop: Setting[] = [
  {
    kind: 'custom',
    key: 'closeToTray',
    byDefault: ({ t }) => t('settings.off'),
    Component: CloseToTray,
  },
  {
    kind: 'switch',
    key: 'badgeSos',
    label: 'settings.desktop.badge',
    description: 'settings.desktop.badge.help',
  },
];

const dataOfTheService: Setting[] = [
  {
    kind: 'switch',
    key: 'showRawData',
    label: 'settings.rawData',
    description: 'settings.rawData.help',
  },
  {
    kind: 'select',
    key: 'serviceSpeedUnit',
    label: 'settings.serviceSpeeds',
    description: 'settings.serviceSpeeds.help',
    options: speedUnits,
  },
];

interface SettingsPageProps {
  /** The section of the maps. */
  maps: ReactNode;
  /** Sections of other features. */
  children?: ReactNode;
  /** The same of those that only few people need. */
  advanced?: ReactNode;
}

/** All settings. */
export function SettingsPage({ maps, children, advanced }: SettingsPageProps) {
  const { t } = useFormat();
  const { part, changed } = useStore(settingsView);
  const settings = useSettings();
  const sections = useRef<HTMLDivElement>(null);
  // The page begins with what is usual.
  useEffect(() => () => settingsView.setState({ part: 'usual', asked: null }), []);
  return (
    <div className={`${page.body} ${classes.columns}`} style={{ height: '100%' }}>
      <SettingsIndex sections={sections} />
      <Stack ref={sections} gap={20} w="min(640px, 100%)" h="max-content" px={16} pt={20} pb={40}>
        <Group justify="space-between">
          <Title order={1} size="h3">
            {t('settings.title')}
          </Title>
          <SegmentedControl
            size="xs"
            aria-label={t('settings.title')}
            value={part}
            data={[
              { value: 'usual', label: t('settings.usual') },
              { value: 'advanced', label: t('settings.advanced') },
              { value: 'changed', label: t('settings.changed') },
            ]}
            onChange={(chosen) => {
              if (chosen === 'changed') listChanged(settings);
              else settingsView.setState({ part: chosen as typeof part });
            }}
          />
        </Group>
        {part === 'changed' && (
          <Text size="sm" c="dimmed">
            {t(changed.size > 0 ? 'settings.changed.note' : 'settings.changed.none')}
          </Text>
        )}
        {part !== 'advanced' && <UsualSettings maps={maps}>{children}</UsualSettings>}
        {part !== 'usual' && (
          <>
            {part === 'advanced' && (
              <Text size="sm" c="dimmed">
                {t('settings.advanced.note')}
              </Text>
            )}
            <SettingsSection title={t('settings.data')} settings={dataOfTheService} />
            {advanced}
          </>
        )}
      </Stack>
    </div>
  );
}

function UsualSettings({ maps, children }: Pick<SettingsPageProps, 'maps' | 'children'>) {
  const format = useFormat();
  const { t } = format;
  return (
    <>
      <SettingsSection title={t('settings.appearance')} settings={appearance} />
      {maps}
      <SettingsSection title={t('settings.unitsAndTimes')} settings={unitsAndTimes} />
      <SettingsSection title={t('settings.states')} settings={deviceStates} />
      <SettingsSection title={t('settings.expiry')} settings={expiry} />
      <SettingsSection title={t('common.history')} settings={history} />
      <SettingsSection title={t('settings.network')} settings={network}>
        <Text size="xs" c="dimmed">
          {callWeightsText(format)}
        </Text>
      </SettingsSection>
      <LockSettings />
      <SettingsSection title={t('settings.desktop')} settings={desktop} />
      <SettingsSection title={t('settings.updates')} settings={updates}>
        <Updates />
      </SettingsSection>
      {children}
      <About />
    </>
  );
}

/** Each language is named in itself. */
function LanguageChoice({ settings, save }: SettingProps) {
  const { t } = useFormat();
  return (
    <NativeSelect
      label={t('settings.language')}
      data={[
        { value: 'system', label: t('settings.language.system') },
        ...languages.map(({ tag, name }) => ({ value: tag, label: name })),
      ]}
      value={settings.language}
      onChange={({ currentTarget: { value } }) => save({ language: value as Settings['language'] })}
    />
  );
}

/** Monday, Saturday and Sunday of a week. */
const weekdays = { mon: '2026-11-23', sat: '2026-11-28', sun: '2026-11-29' } as const;

function FirstDay({ settings: { firstDay }, save }: SettingProps) {
  const { t, language } = useFormat();
  const names = new Intl.DateTimeFormat(language.locale, { weekday: 'long', timeZone: 'UTC' });
  const nameOf = (day: Settings['firstDay']) =>
    day === 'system' ? t('settings.firstDay.system') : names.format(Date.parse(weekdays[day]));
  return (
    <Choice
      label={t('settings.firstDay')}
      description={t('settings.firstDay.help')}
      value={firstDay}
      options={firstDays.map((day) => [day, nameOf(day)])}
      onChoose={(chosen) => save({ firstDay: chosen as Settings['firstDay'] })}
    />
  );
}

const otherZone = 'other';

/** The zone in which times are shown and read. */
function TimeZone({ settings: { timeZone }, save }: SettingProps) {
  const { t } = useFormat();
  const accountZone = useOpenSession()?.accountTimeZone ?? null;
  const isComputerNamed = useAppInfo()?.computerZone.isNamed ?? true;
  const zone = useZone(timeZone);
  const isOther = !zoneChoices.has(timeZone);
  const zones = useMemo(
    () =>
      [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
        value: name,
        label: name,
      })),
    [timeZone],
  );
  const description = () => {
    if (timeZone === 'account' && !accountZone) return t('settings.times.accountNotProvided');
    if (timeZone === 'computer' && !isComputerNamed)
      return t('settings.times.computerUnknown', { zone });
    return t('settings.times.current', { zone: zoneLabel(zone) });
  };
  return (
    <>
      <Choice
        label={t('settings.times')}
        description={description()}
        value={isOther ? otherZone : timeZone}
        options={[
          ['computer', t('settings.times.computer')],
          ['account', t('settings.times.account')],
          ['utc', 'UTC'],
          [otherZone, t('settings.times.other')],
        ]}
        onChoose={(chosen) => save({ timeZone: chosen === otherZone ? zone : chosen })}
      />
      {isOther && (
        <SearchSelect
          label={t('settings.zone')}
          data={zones}
          value={timeZone}
          nothingFoundMessage={t('settings.zone.notFound')}
          onChange={(chosen) => chosen !== null && save({ timeZone: chosen })}
        />
      )}
    </>
  );
}

const usualWarningDays = [60, 30, 7, 1];

/** A checkbox for each threshold, also for those that were set elsewhere. */
function ExpiryWarnings({ settings: { expiryWarningDays }, save }: SettingProps) {
  const { t } = useFormat();
  const days = [...new Set([...usualWarningDays, ...expiryWarningDays])].toSorted((a, b) => b - a);
  return (
    <Checkbox.Group
      label={t('settings.expiry.days')}
      description={t('settings.expiry.help')}
      value={expiryWarningDays.map(String)}
      onChange={(values) => save({ expiryWarningDays: values.map(Number) })}
    >
      <Group gap="md" mt="xs">
        {days.map((count) => (
          <Checkbox
            key={count}
            value={String(count)}
            label={t('settings.expiry.threshold', { days: count })}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** The passphrase of the open account, and with it when Waypost is locked. The demo has nothing to protect. */
function LockSettings() {
  const { t } = useFormat();
  const session = useOpenSession();
  if (!session || session.profile.isDemo) return null;
  const isProtected = session.copyStoredIn === 'passphrase';
  return (
    <SettingsSection
      title={t('settings.lock')}
      note={t(isProtected ? 'settings.lock.protected' : 'settings.lock.unprotected')}
      settings={isProtected ? lock : []}
    >
      <AskedSetting name={isProtected ? 'passphrase' : lockSettings}>
        <PassphraseSetting />
      </AskedSetting>
    </SettingsSection>
  );
}

/** Where the desktop shows no icons of programs, a closed window could not be opened again. */
function CloseToTray({ settings: { closeToTray }, save }: SettingProps) {
  const { t } = useFormat();
  const { value: hasTray } = useAnswer(api.app.hasTray, []);
  return (
    <Switch
      label={t('settings.desktop.tray')}
      description={t(
        hasTray === false ? 'settings.desktop.tray.none' : 'settings.desktop.tray.help',
      )}
      // It can still be turned off.
      disabled={hasTray !== true && !closeToTray}
      checked={closeToTray}
      onChange={(event) => save({ closeToTray: event.currentTarget.checked })}
    />
  );
}

const usualIdleMinutes = [5, 15, 30, 60];

/** When an offline copy under a passphrase is locked. */
function LockWhenIdle({ settings: { lockAfterIdleMinutes: chosen }, save }: SettingProps) {
  const { t } = useFormat();
  const minutes = [
    ...new Set([...usualIdleMinutes, ...(chosen === null ? [] : [chosen])]),
  ].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={t('settings.lock.idle')}
      data={[
        { value: '', label: t('settings.lock.idle.never') },
        ...minutes.map((count) => ({
          value: String(count),
          label: t('settings.lock.idle.minutes', { count }),
        })),
      ]}
      value={chosen === null ? '' : String(chosen)}
      onChange={({ currentTarget: { value } }) =>
        save({ lockAfterIdleMinutes: value === '' ? null : Number(value) })
      }
    />
  );
}

const updatesMirror = createMirror(
  () => api.updates.current(),
  (listener) => api.updates.onChanged(listener),
);

const isForbidden = (state: UpdateState | null) => state?.phase === 'off' && state.why === 'policy';

/** Whether to check for updates, unless the administrator decides it. */
function CheckForUpdates({ settings: { updatesEnabled }, save }: SettingProps) {
  const { t } = useFormat();
  const isLocked = useStore(updatesMirror, ({ value }) => isForbidden(value));
  return (
    <Switch
      label={t('settings.updates.check')}
      description={isLocked && t('settings.updates.off.policy')}
      checked={updatesEnabled && !isLocked}
      disabled={isLocked}
      onChange={(event) => save({ updatesEnabled: event.currentTarget.checked })}
    />
  );
}

/** The state of updates. Main asks before it downloads or installs anything. */
function Updates() {
  const format = useFormat();
  const { t } = format;
  const state = useStore(updatesMirror, ({ value }) => value);
  const check = useAction(api.updates.check);
  const download = useAction(api.updates.download);
  const install = useAction(api.updates.install);
  if (isForbidden(state)) return null;
  const isOff = state === null || state.phase === 'off';
  const fault = check.fault ?? download.fault ?? install.fault;
  return (
    <>
      {fault && <FaultNotice fault={fault} context="open" />}
      <Group gap="sm">
        <Text size="sm" aria-live="polite">
          {state && updateText(state, format)}
        </Text>
        {state?.phase === 'staged' && (
          <Button size="xs" disabled={install.isBusy} onClick={() => void install.run()}>
            {t('settings.updates.install')}
          </Button>
        )}
        {state?.phase === 'available' && (
          <Button size="xs" disabled={download.isBusy} onClick={() => void download.run()}>
            {t('settings.updates.download')}
          </Button>
        )}
        {state?.phase !== 'staged' && state?.phase !== 'available' && (
          <Button
            size="xs"
            variant="default"
            disabled={isOff || check.isBusy}
            onClick={() => void check.run()}
          >
            {t('settings.updates.checkNow')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** The state of updates as one sentence. */
function updateText(state: UpdateState, { t, said }: Format): string {
  switch (state.phase) {
    case 'off':
      return t(`settings.updates.off.${state.why}`);
    case 'idle':
      if (state.note) return said(state.note);
      return t(
        state.checkedAt === null ? 'settings.updates.notChecked' : 'settings.updates.newest',
      );
    case 'checking':
      return t('settings.updates.checking');
    case 'available':
      return t('settings.updates.available', state);
    case 'downloading':
      return t('settings.updates.downloading', { version: state.version });
    case 'staged': {
      const { version, waitsFor } = state;
      return waitsFor
        ? t('settings.updates.waits', { version, reason: waitsFor })
        : t('settings.updates.staged', { version });
    }
    case 'failed':
      return said(state.message);
  }
}

function About() {
  const { t } = useFormat();
  const info = useAppInfo();
  if (!info) return null;
  return (
    <SettingsSection title={t('settings.about')} settings={[]}>
      <Text size="sm">
        {t('settings.about.version', { version: info.version })}{' '}
        {t('settings.about.keys', {
          keychain: message('common.keychain.name', { platform: info.platform }),
        })}
      </Text>
      <Text size="sm">
        {t('settings.about.folder')} <code>{info.userDataFolder}</code>
      </Text>
    </SettingsSection>
  );
}
