import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { zoneChoices } from '#shared/domain/settings';
import { languages, type LanguageTag } from '#shared/i18n/languages';
import { zoneLabel } from '#shared/domain/time-zone';
import { choiceOfSystem, systemOf, unitsOf } from '#shared/domain/units';
import { useOpenSession } from '#features/session';
import { callWeightsText } from '#features/usage';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { commonTexts } from '#lib/common-texts';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { SearchSelect } from '#ui/search-select';
import { settingsView } from './find-setting';
import { Choice, SettingsSection, type Setting, type SettingProps } from './setting-fields';
import {
  aboutMessages,
  distanceNames,
  messages,
  speedNames,
  texts,
  updateText,
} from './settings-texts';
import { SettingsIndex } from './settings-index';
import classes from './settings.module.css';
import { useZone } from './store';

// A new setting: its schema in shared/domain/settings.ts, its texts, and an entry here.

const speedUnits = Object.entries(speedNames) as [keyof typeof speedNames, string][];
const distanceUnits = Object.entries(distanceNames) as [keyof typeof distanceNames, string][];

const appearance: Setting[] = [
  {
    kind: 'select',
    key: 'language',
    label: texts.language,
    options: [
      ['system', texts.languageOfSystem],
      ...languages.map(({ tag, name }) => [tag, name] as [LanguageTag, string]),
    ],
  },
  {
    kind: 'choice',
    key: 'theme',
    label: texts.theme,
    options: [
      ['system', texts.system],
      ['light', texts.light],
      ['dark', texts.dark],
    ],
  },
  {
    kind: 'choice',
    key: 'labels',
    label: texts.labelsOnTheMap,
    description: texts.deviceNamesWhereThereIs,
    options: [
      ['auto', texts.whereTheyFit],
      ['always', texts.all],
      ['hover', texts.onHover],
      ['off', texts.none],
    ],
  },
  {
    kind: 'switch',
    key: 'estimatePositions',
    label: texts.estimateWhereMovingDevicesAre,
    description: texts.forAtMost45Seconds,
  },
];

const unitsAndTimes: Setting[] = [
  {
    kind: 'choice',
    key: 'unitSystem',
    label: texts.units,
    description: texts.everyPageTheMapsScale,
    options: [
      ['metric', texts.metric],
      ['imperial', texts.imperial],
      ['nautical', texts.nautical],
    ],
    read: systemOf,
    change: choiceOfSystem,
  },
  {
    kind: 'select',
    key: 'speedUnit',
    label: texts.speedsAreShownIn,
    options: speedUnits,
    // The system is stored too, or distances would follow the unit of speeds.
    change: (speedUnit, settings) => ({ unitSystem: systemOf(settings), speedUnit }),
  },
  {
    kind: 'select',
    key: 'distanceUnit',
    label: texts.distancesAreShownIn,
    options: distanceUnits,
    read: (settings) => unitsOf(settings).distance,
    change: (distanceUnit, settings) => ({ unitSystem: systemOf(settings), distanceUnit }),
  },
  { kind: 'custom', key: 'timeZone', Component: TimeZone },
];

const deviceStates: Setting[] = [
  {
    kind: 'speed',
    key: 'movingAboveKmh',
    label: messages.movingAbove,
    description: texts.slowerThanThisCountsAs,
  },
  {
    kind: 'number',
    key: 'staleAfterMinutes',
    label: texts.staleAfterMinutes,
    description: texts.anOlderFixShowsWhere,
  },
  {
    kind: 'number',
    key: 'silentAfterHours',
    label: texts.silentAfterHoursLabel,
    description: texts.aDeviceThatWasSilent,
  },
];

const history: Setting[] = [
  {
    kind: 'number',
    key: 'historySettleHours',
    label: texts.lateRecordsMayComeFor,
    description: texts.trackersWithoutANetworkSend,
  },
];

const network: Setting[] = [
  {
    kind: 'number',
    key: 'callsPerMinute',
    label: texts.callsPerMinute,
    description: texts.theMostCallsThatWaypost,
  },
  {
    kind: 'number',
    key: 'oldestCheckMinutes',
    label: texts.oldestPositionCheckMinutes,
    description: texts.devicesThatMoveAndThose,
  },
  {
    kind: 'switch',
    key: 'pauseOnBattery',
    label: texts.pauseTheRefreshOnBattery,
    description: texts.whileThisComputerRunsOn,
  },
];

const lock: Setting[] = [
  {
    kind: 'switch',
    key: 'lockOnScreenLock',
    label: texts.lockWhenTheScreenIs,
    description: texts.forAnOfflineCopyThat,
  },
  { kind: 'custom', key: 'lockAfterIdleMinutes', Component: LockWhenIdle },
];

const dataOfTheService: Setting[] = [
  {
    kind: 'switch',
    key: 'showRawData',
    label: texts.showRawData,
    description: texts.theAnswersAsTheService,
  },
  {
    kind: 'select',
    key: 'serviceSpeedUnit',
    label: texts.theServiceSendsSpeedsIn,
    description: texts.noDocumentStatesItMetres,
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
  const part = useStore(settingsView, (view) => view.part);
  const sections = useRef<HTMLDivElement>(null);
  // The page begins with what is usual.
  useEffect(() => () => settingsView.setState({ part: 'usual', asked: null }), []);
  return (
    <div className={`${page.body} ${classes.columns}`} style={{ height: '100%' }}>
      <SettingsIndex sections={sections} />
      <Stack ref={sections} gap={20} w="min(640px, 100%)" h="max-content" px={16} pt={20} pb={40}>
        <Group justify="space-between">
          <Title order={1} size="h3">
            {texts.settings}
          </Title>
          <SegmentedControl
            size="xs"
            aria-label={texts.settings}
            value={part}
            data={[
              { value: 'usual', label: texts.usual },
              { value: 'advanced', label: texts.advanced },
            ]}
            onChange={(chosen) => settingsView.setState({ part: chosen as typeof part })}
          />
        </Group>
        {part === 'usual' ? (
          <UsualSettings maps={maps}>{children}</UsualSettings>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {texts.advancedNote}
            </Text>
            <SettingsSection title={texts.dataOfTheService} settings={dataOfTheService} />
            {advanced}
          </>
        )}
      </Stack>
    </div>
  );
}

function UsualSettings({ maps, children }: Pick<SettingsPageProps, 'maps' | 'children'>) {
  return (
    <>
      <SettingsSection title={texts.appearance} settings={appearance} />
      {maps}
      <SettingsSection title={texts.unitsAndTimes} settings={unitsAndTimes} />
      <SettingsSection title={texts.deviceStates} settings={deviceStates} />
      <SettingsSection
        title={texts.warningsBeforeExpiry}
        settings={[{ kind: 'custom', key: 'expiryWarningDays', Component: ExpiryWarnings }]}
      />
      <SettingsSection title={commonTexts.history} settings={history} />
      <SettingsSection title={texts.network} settings={network}>
        <Text size="xs" c="dimmed">
          {callWeightsText}
        </Text>
      </SettingsSection>
      <SettingsSection title={texts.lock} settings={lock} />
      <SettingsSection
        title={texts.updates}
        settings={[{ kind: 'switch', key: 'updatesEnabled', label: texts.checkForNewVersions }]}
      >
        <Updates />
      </SettingsSection>
      {children}
      <About />
    </>
  );
}

const otherZone = 'other';

/** The zone in which times are shown and read. */
function TimeZone({ settings: { timeZone }, save }: SettingProps) {
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
    if (timeZone === 'account' && !accountZone) return texts.theAccountsTimeZoneIs;
    if (timeZone === 'computer' && !isComputerNamed) return messages.computerZoneUnknown(zone);
    return messages.atPresent(zoneLabel(zone));
  };
  return (
    <>
      <Choice
        label={texts.timesAreShownInThe}
        description={description()}
        value={isOther ? otherZone : timeZone}
        options={[
          ['computer', texts.thisComputer],
          ['account', texts.theAccount],
          ['utc', 'UTC'],
          [otherZone, texts.anotherZone],
        ]}
        onChoose={(chosen) => save({ timeZone: chosen === otherZone ? zone : chosen })}
      />
      {isOther && (
        <SearchSelect
          label={texts.zone}
          data={zones}
          value={timeZone}
          nothingFoundMessage={texts.noZoneHasThisName}
          onChange={(chosen) => chosen !== null && save({ timeZone: chosen })}
        />
      )}
    </>
  );
}

const usualWarningDays = [60, 30, 7, 1];

/** A checkbox for each threshold, also for those that were set elsewhere. */
function ExpiryWarnings({ settings: { expiryWarningDays }, save }: SettingProps) {
  const days = [...new Set([...usualWarningDays, ...expiryWarningDays])].toSorted((a, b) => b - a);
  return (
    <Checkbox.Group
      label={texts.notifyAheadOfADevices}
      description={texts.onceForEachDeviceAnd}
      value={expiryWarningDays.map(String)}
      onChange={(values) => save({ expiryWarningDays: values.map(Number) })}
    >
      <Group gap="md" mt="xs">
        {days.map((count) => (
          <Checkbox key={count} value={String(count)} label={messages.days(count)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

const usualIdleMinutes = [5, 15, 30, 60];

/** When an offline copy under a passphrase is locked. */
function LockWhenIdle({ settings: { lockAfterIdleMinutes: chosen }, save }: SettingProps) {
  const minutes = [
    ...new Set([...usualIdleMinutes, ...(chosen === null ? [] : [chosen])]),
  ].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={texts.lockWhenNobodyUsesThis}
      data={[
        { value: '', label: texts.never },
        ...minutes.map((count) => ({ value: String(count), label: messages.afterMinutes(count) })),
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

/** The state of updates. Main asks before it downloads or installs anything. */
function Updates() {
  const state = useStore(updatesMirror, ({ value }) => value);
  const check = useAction(api.updates.check);
  const download = useAction(api.updates.download);
  const install = useAction(api.updates.install);
  const isOff = state === null || state.phase === 'off';
  const fault = check.fault ?? download.fault ?? install.fault;
  return (
    <>
      {fault && <FaultNotice fault={fault} context="open" />}
      <Group gap="sm">
        <Text size="sm" aria-live="polite">
          {state ? updateText(state) : ''}
        </Text>
        {state?.phase === 'staged' && (
          <Button size="xs" disabled={install.isBusy} onClick={() => void install.run()}>
            {texts.restartAndInstall}
          </Button>
        )}
        {state?.phase === 'available' && (
          <Button size="xs" disabled={download.isBusy} onClick={() => void download.run()}>
            {texts.download}
          </Button>
        )}
        {state?.phase !== 'staged' && state?.phase !== 'available' && (
          <Button
            size="xs"
            variant="default"
            disabled={isOff || check.isBusy}
            onClick={() => void check.run()}
          >
            {texts.checkNow}
          </Button>
        )}
      </Group>
    </>
  );
}

function About() {
  const info = useAppInfo();
  if (!info) return null;
  return (
    <SettingsSection title={texts.about} settings={[]}>
      <Text size="sm">
        {aboutMessages.version(info.version)} {aboutMessages.keys(info.keychainName)}
      </Text>
      <Text size="sm">
        {aboutMessages.folder} <code>{info.userDataFolder}</code>
      </Text>
    </SettingsSection>
  );
}
