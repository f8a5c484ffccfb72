import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { coordinateStyles } from '#shared/domain/coordinates';
import { defaultSettings, startPages, type Settings } from '#shared/domain/settings';
import type { PolicyField } from '#shared/domain/policy';
import {
  choiceOfSystem,
  systemOf,
  unitsOf,
  type DistanceUnit,
  type SpeedUnit,
} from '#shared/domain/units';
import { message, type Message, type PlainKey, type Translate } from '#shared/i18n/translate';
import { sessionMirror, useOpenSession, type OpenSession } from '#features/session';
import { withWords } from '#lib/find-text';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';

type KeysOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];
export type NumberKey = KeysOf<number>;
export type OptionalNumberKey = Exclude<KeysOf<number | null>, NumberKey>;
export type TextKey = KeysOf<string | null>;

export interface Texts {
  label: PlainKey;
  description?: PlainKey;
  /** Names it apart from its section, where its label does not. */
  name?: PlainKey;
}

/** One of a few values; `select` for longer names. */
export interface ChoiceOf<K extends TextKey> extends Texts {
  kind: 'choice' | 'select';
  key: K;
  options: readonly (readonly [NonNullable<Settings[K]>, PlainKey])[];
  /** Where the value depends on other settings, or changes them too. */
  read?: (settings: Settings) => Settings[K];
  change?: (value: NonNullable<Settings[K]>, settings: Settings) => Partial<Settings>;
}

/** The limits of a number are those of its schema. */
type OfSettings =
  | ({ kind: 'switch'; key: KeysOf<boolean> } & Texts)
  | ({ kind: 'number'; key: NumberKey } & Texts)
  /** Stored in km/h, shown in the unit of the settings. */
  | {
      kind: 'speed';
      key: NumberKey;
      name: PlainKey;
      label: (unit: string) => Message;
      description: PlainKey;
    }
  /** A switch, and a number while it is on; `usual` is the number that it begins with. */
  | ({ kind: 'optionalNumber'; key: OptionalNumberKey; unit: PlainKey; usual: number } & Texts)
  | { [K in TextKey]: ChoiceOf<K> }[TextKey]
  /** Shown by a component of its own; `byDefault` is the text of its default. */
  | { kind: 'custom'; key: keyof Settings; name: PlainKey; byDefault: (format: Format) => string };

export type Setting = (
  | OfSettings
  /** Not one of the settings of the app, which have defaults; without a name it belongs to its section. */
  | { kind: 'other'; key: string; name?: PlainKey }
) & {
  /** The values of a policy that preset or limit it. */
  policy?: readonly PolicyField[];
  /** Absent: with every account. */
  appliesTo?: (session: OpenSession) => boolean;
};

export interface SettingsSection {
  title: PlainKey;
  note?: PlainKey;
  /** For the few who need it. */
  isAdvanced?: boolean;
  appliesTo?: (session: OpenSession) => boolean;
  settings: readonly Setting[];
}

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

const hasPassphrase = ({ copyStoredIn }: OpenSession) => copyStoredIn === 'passphrase';

/**
 * Every setting: the page, its search, "Changed" and the search of the window show what stands here. A setting
 * has its search words under `settings.keywords`, a custom one its component in settings-page.tsx, and what
 * other features show theirs in app/shell.tsx.
 */
export const settingsTable = [
  {
    title: 'settings.appearance',
    settings: [
      {
        kind: 'custom',
        key: 'language',
        name: 'settings.language',
        byDefault: ({ t }) => t('settings.language.system'),
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
    ],
  },
  {
    title: 'map.settings',
    settings: [
      {
        kind: 'other',
        key: 'mapFiles',
        name: 'settings.name.mapFiles',
        policy: ['mapFiles'],
      },
      {
        kind: 'custom',
        key: 'mapStyleUrl',
        name: 'settings.name.mapStyleUrl',
        byDefault: ({ t }) => t('map.online.off'),
        policy: ['mapStyleUrl', 'allowedMapHosts'],
      },
    ],
  },
  {
    title: 'settings.unitsAndTimes',
    settings: [
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
        options: coordinateStyles.map((style) => [style, `settings.coordinates.${style}`] as const),
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
        name: 'settings.firstDay',
        byDefault: ({ t }) => t('settings.firstDay.system'),
      },
      {
        kind: 'custom',
        key: 'timeZone',
        name: 'settings.times',
        byDefault: ({ t }) => t('settings.times.computer'),
      },
    ],
  },
  {
    title: 'settings.states',
    settings: [
      {
        kind: 'speed',
        key: 'movingAboveKmh',
        name: 'settings.name.movingAboveKmh',
        label: (unit) => message('settings.states.moving', { unit }),
        description: 'settings.states.moving.help',
      },
      {
        kind: 'number',
        key: 'staleAfterMinutes',
        label: 'settings.states.stale',
        description: 'settings.states.stale.help',
        name: 'settings.name.staleAfterMinutes',
      },
      {
        kind: 'number',
        key: 'silentAfterHours',
        label: 'settings.states.silent',
        description: 'settings.states.silent.help',
        name: 'settings.name.silentAfterHours',
      },
    ],
  },
  {
    title: 'alerts.notifications',
    note: 'alerts.settings.help',
    settings: [
      {
        kind: 'select',
        key: 'notifyAlerts',
        label: 'alerts.settings.alerts',
        options: [
          ['all', 'alerts.settings.alerts.all'],
          ['critical', 'alerts.settings.alerts.critical'],
          ['off', 'alerts.settings.alerts.none'],
        ],
      },
      { kind: 'switch', key: 'notifyWarnings', label: 'alerts.settings.warnings' },
      {
        kind: 'optionalNumber',
        key: 'notifySilentHours',
        label: 'alerts.settings.silent',
        unit: 'alerts.settings.silent.unit',
        description: 'alerts.settings.silent.help',
        name: 'settings.name.notifySilentHours',
        usual: 24,
      },
      {
        kind: 'optionalNumber',
        key: 'notifyFrozenMinutes',
        label: 'alerts.settings.frozen',
        unit: 'alerts.settings.frozen.unit',
        description: 'alerts.settings.frozen.help',
        name: 'settings.name.notifyFrozenMinutes',
        usual: 60,
      },
      {
        kind: 'optionalNumber',
        key: 'notifyBatteryBelow',
        label: 'alerts.settings.battery',
        unit: 'alerts.settings.battery.unit',
        description: 'alerts.settings.battery.help',
        name: 'settings.name.notifyBatteryBelow',
        usual: 15,
      },
      {
        kind: 'optionalNumber',
        key: 'notifyQuotaPercent',
        label: 'alerts.settings.quota',
        unit: 'alerts.settings.quota.unit',
        description: 'alerts.settings.quota.help',
        name: 'settings.name.notifyQuotaPercent',
        usual: 90,
      },
      {
        kind: 'switch',
        key: 'notifyKeyTrouble',
        label: 'alerts.settings.key',
        name: 'settings.name.notifyKeyTrouble',
      },
      {
        kind: 'switch',
        key: 'notifyWithoutNames',
        label: 'alerts.settings.noNames',
        description: 'alerts.settings.noNames.help',
      },
      {
        kind: 'number',
        key: 'notifyCoolDownMinutes',
        label: 'alerts.settings.repeat',
        description: 'alerts.settings.repeat.help',
        name: 'settings.name.notifyCoolDownMinutes',
      },
      {
        kind: 'custom',
        key: 'quietHours',
        name: 'alerts.settings.quiet',
        byDefault: ({ t }) => t('settings.off'),
      },
    ],
  },
  {
    title: 'settings.expiry',
    settings: [
      {
        kind: 'custom',
        key: 'expiryWarningDays',
        name: 'settings.expiry',
        byDefault: ({ t, list }) =>
          list(
            defaultSettings.expiryWarningDays.map((days) =>
              t('settings.expiry.threshold', { days }),
            ),
          ),
      },
    ],
  },
  {
    title: 'common.history',
    settings: [
      {
        kind: 'number',
        key: 'historySettleHours',
        label: 'settings.history.late',
        description: 'settings.history.late.help',
        name: 'settings.name.historySettleHours',
      },
    ],
  },
  {
    title: 'settings.network',
    settings: [
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
        name: 'settings.name.oldestCheckMinutes',
      },
      {
        kind: 'switch',
        key: 'pauseOnBattery',
        label: 'settings.battery',
        description: 'settings.battery.help',
      },
      { kind: 'other', key: 'callWeights' },
    ],
  },
  {
    // The demo has nothing to protect.
    title: 'settings.lock',
    appliesTo: ({ profile }) => !profile.isDemo,
    settings: [
      { kind: 'other', key: 'passphrase', name: 'settings.name.passphrase' },
      {
        kind: 'switch',
        key: 'lockOnScreenLock',
        label: 'settings.lock.screen',
        description: 'settings.lock.screen.effect',
        appliesTo: hasPassphrase,
      },
      {
        kind: 'custom',
        key: 'lockAfterIdleMinutes',
        name: 'settings.name.lockAfterIdleMinutes',
        byDefault: ({ t }) => t('settings.lock.idle.never'),
        appliesTo: hasPassphrase,
      },
    ],
  },
  {
    title: 'settings.desktop',
    settings: [
      {
        kind: 'select',
        key: 'startPage',
        label: 'settings.startPage',
        description: 'settings.startPage.help',
        options: startPages.map(
          (page) =>
            [page, page === 'last' ? 'settings.startPage.last' : `app.page.${page}`] as const,
        ),
      },
      {
        kind: 'switch',
        key: 'reopenWindows',
        label: 'settings.desktop.reopen',
        description: 'settings.desktop.reopen.help',
      },
      {
        kind: 'switch',
        key: 'badgeSos',
        label: 'settings.desktop.badge',
        description: 'settings.desktop.badge.help',
      },
      {
        kind: 'custom',
        key: 'closeToTray',
        name: 'settings.desktop.tray',
        byDefault: ({ t }) => t('settings.off'),
      },
      {
        kind: 'switch',
        key: 'startAtLogin',
        label: 'settings.desktop.login',
        description: 'settings.desktop.login.help',
      },
    ],
  },
  {
    title: 'wall.title',
    note: 'wall.settings.note',
    settings: [
      {
        kind: 'custom',
        key: 'wallViews',
        name: 'wall.settings.views',
        byDefault: ({ t }) => t('wall.settings.default'),
      },
      {
        kind: 'switch',
        key: 'wallAtStart',
        label: 'wall.settings.start',
        description: 'wall.settings.start.help',
      },
    ],
  },
  {
    title: 'settings.updates',
    settings: [
      {
        kind: 'custom',
        key: 'updatesEnabled',
        name: 'settings.updates.check',
        byDefault: ({ t }) => t('settings.on'),
      },
      { kind: 'other', key: 'updateState', policy: ['updates.feed'] },
    ],
  },
  {
    title: 'session.accounts',
    settings: [
      {
        kind: 'other',
        key: 'accounts',
        name: 'session.accounts',
        policy: ['serviceAddress', 'allowedServiceHosts'],
      },
    ],
  },
  {
    title: 'take-along.title',
    note: 'take-along.help',
    settings: [{ kind: 'other', key: 'takeAlong', name: 'take-along.title' }],
  },
  {
    title: 'diagnostics.title',
    note: 'diagnostics.setting.note',
    settings: [{ kind: 'other', key: 'diagnostics', name: 'diagnostics.title' }],
  },
  { title: 'settings.about', settings: [{ kind: 'other', key: 'about' }] },
  {
    title: 'settings.data',
    isAdvanced: true,
    settings: [
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
    ],
  },
  {
    title: 'field-mapping.title',
    note: 'field-mapping.help',
    isAdvanced: true,
    settings: [{ kind: 'other', key: 'fieldMapping', name: 'settings.name.fieldMapping' }],
  },
  {
    title: 'submit.mode.section',
    isAdvanced: true,
    settings: [{ kind: 'other', key: 'submissionMode', name: 'settings.name.submissionMode' }],
  },
] as const satisfies readonly SettingsSection[];

type Entry = (typeof settingsTable)[number]['settings'][number];
type Named = Exclude<Entry, { key: 'callWeights' | 'updateState' | 'about' }>;
export type SettingKey = Named['key'];
/** What is shown by a component of its own. */
export type ComponentKey = Extract<Entry, { kind: 'custom' | 'other' }>['key'];

/** Settings that are set where they are used. */
const namesElsewhere = {
  hiddenMaps: 'settings.name.hiddenMaps',
  placesOnMap: 'map.layers.places',
  streetsDeclined: 'settings.name.streetsDeclined',
  tripRules: 'settings.name.tripRules',
  importColumns: 'settings.name.importColumns',
  tourEnded: 'settings.name.tourEnded',
  reportCompany: 'settings.name.reportCompany',
} as const satisfies Record<Exclude<keyof Settings, Entry['key']>, PlainKey>;

const sections: readonly SettingsSection[] = settingsTable;
const allSettings = sections.flatMap(({ settings }) => settings);

/** The name of a setting apart from its section; null for what has none. */
export function nameOf(setting: Setting): PlainKey | null {
  if (setting.name) return setting.name;
  return 'label' in setting && typeof setting.label === 'string' ? setting.label : null;
}

export const settingOf = (key: SettingKey): Setting =>
  allSettings.find((each) => each.key === key)!;

/** The name of a setting of the file of settings; null if it is none of this version. */
export function nameOfStored(key: string): PlainKey | null {
  const setting = allSettings.find((each) => each.key === key);
  return setting ? nameOf(setting) : (namesElsewhere[key as keyof typeof namesElsewhere] ?? null);
}

interface SettingsView {
  /** What only few people ever need is apart. */
  part: 'usual' | 'advanced' | 'changed';
  /** Searches in every part. */
  search: string;
  /** Those that differed from their defaults when the list of them was opened. */
  changed: ReadonlySet<string>;
  /** The setting to show when it is drawn next. */
  asked: string | null;
}

const usualView: SettingsView = { part: 'usual', search: '', changed: new Set(), asked: null };
export const settingsView = createStore<SettingsView>(() => usualView);
export const showUsual = (): void => settingsView.setState(usualView);

/** A setting that is reset stays in the list of those that were changed. */
export function showPart(part: SettingsView['part'], settings: Settings): void {
  const changed = allSettings.filter(
    (each) => each.kind !== 'other' && isChanged(each.key, settings),
  );
  settingsView.setState({ ...usualView, part, changed: new Set(changed.map(({ key }) => key)) });
}

/** Opens the page at a setting. */
export function showSetting(key: SettingKey): void {
  const section = sections.find(({ settings }) => settings.some((each) => each.key === key))!;
  const { value } = sessionMirror.getState();
  const shown = applying(section.settings, value?.phase === 'open' ? value : null);
  settingsView.setState({
    ...usualView,
    part: section.isAdvanced ? 'advanced' : 'usual',
    // What it needs first, where it is not there: a passphrase.
    asked: (shown.find((each) => each.key === key) ?? shown[0])?.key ?? null,
  });
  window.location.hash = '#/settings';
}

/** Opens the page at what only few people need. */
export function showAdvanced(): void {
  settingsView.setState({ ...usualView, part: 'advanced' });
  window.location.hash = '#/settings';
}

/** Those that there are with an account. */
const applying = <T extends Pick<Setting, 'appliesTo'>>(
  of: readonly T[],
  session: OpenSession | null,
): readonly T[] => of.filter(({ appliesTo }) => !appliesTo || (session && appliesTo(session)));

/** The settings that the search of the window finds. */
export const namedSettings = (session: OpenSession | null) =>
  applying(sections, session).flatMap(({ settings }) =>
    settings.flatMap((setting) => {
      const name = nameOf(setting);
      const key = setting.key as SettingKey;
      return name ? [{ key, name, keywords: `settings.keywords.${key}` as const }] : [];
    }),
  );

export interface ShownSection extends SettingsSection {
  /** Nothing of it is left out. */
  isWhole: boolean;
}

/** What the page shows at present. */
export function useShownSections(): ShownSection[] {
  const { t } = useFormat();
  const { part, search, changed } = useStore(settingsView);
  const session = useOpenSession();
  const isSearch = search.trim() !== '';
  return applying(sections, session)
    .filter(
      ({ isAdvanced = false }) =>
        isSearch || (part === 'advanced') === isAdvanced || part === 'changed',
    )
    .map((section) => {
      const all = applying(section.settings, session);
      const inPart = part === 'changed' ? all.filter(({ key }) => changed.has(key)) : all;
      const settings = isSearch
        ? withWords(all, search, (each) => `${t(section.title)} ${textOf(each, t)}`)
        : inPart;
      return { ...section, settings, isWhole: settings.length === all.length };
    })
    .filter(({ settings }) => settings.length > 0);
}

/** All that is written about a setting. */
function textOf(setting: Setting, t: Translate): string {
  const name = nameOf(setting);
  if (!name) return '';
  const keys: PlainKey[] = [name, `settings.keywords.${setting.key as SettingKey}`];
  if ('label' in setting && typeof setting.label === 'string') keys.push(setting.label);
  if ('description' in setting && setting.description) keys.push(setting.description);
  if ('options' in setting) keys.push(...setting.options.map(([, option]) => option));
  return keys.map((key) => t(key)).join(' ');
}

/** The settings as the page shows them: units that follow from the system as those units. */
const shownValues = (settings: Settings): Settings => ({
  ...settings,
  unitSystem: systemOf(settings),
  distanceUnit: unitsOf(settings).distance,
  expiryWarningDays: settings.expiryWarningDays.toSorted((a, b) => b - a),
});

/** The default of each setting; of single units, those of the chosen system. */
export function defaultsFor(settings: Settings): Settings {
  const { speed, distance } = unitsOf(choiceOfSystem(systemOf(settings)));
  return { ...shownValues(defaultSettings), speedUnit: speed, distanceUnit: distance };
}

/** Whether a setting differs from its default. */
export function isChanged(key: keyof Settings, settings: Settings): boolean {
  const [value, byDefault] = [shownValues(settings)[key], defaultsFor(settings)[key]];
  return JSON.stringify(value) !== JSON.stringify(byDefault);
}
