import type { Settings } from '#shared/domain/settings';
import type { SkippedPart, StoredContent, StoredFileProblem } from '#shared/domain/stored-file';
import type { DistanceUnit, SpeedUnit, Units } from '#shared/domain/units';
import type { UpdateState } from '#shared/ipc/desktop';

export const texts = {
  anotherZone: 'Another zone',
  zone: 'Zone',
  noZoneHasThisName: 'No zone has this name',
  theTimeZoneOfThis: 'The time zone of this computer is not known',
  chooseATimeZone: 'Choose a time zone',
  offlineMaps: 'Offline maps',
  about: 'About',
  updates: 'Updates',
  whileThisComputerRunsOn:
    'While this computer runs on its battery, positions are refreshed only when you ask for it. Your own actions, jobs and downloads continue.',
  pauseTheRefreshOnBattery: 'Pause the refresh on battery',
  devicesThatMoveAndThose:
    'Devices that move and those on screen are checked more often than parked ones. No device waits longer than this for its check, as far as the calls per minute suffice.',
  oldestPositionCheckMinutes: 'Oldest position check (minutes)',
  theMostCallsThatWaypost:
    'The most calls that Waypost makes in a minute. If the service announces a lower number, Waypost stays below that; when the service asks Waypost to slow down, Waypost does.',
  callsPerMinute: 'Calls per minute',
  network: 'Network',
  trackersWithoutANetworkSend:
    'Trackers without a network send their records later. A day requested after this time is complete and never requested again.',
  lateRecordsMayComeFor: 'Late records may come for (hours)',
  settings: 'Settings',
  sections: 'Sections of the settings',
  usual: 'Usual',
  advanced: 'Advanced',
  advancedNote:
    'For services that send their data in another way. Nothing here is needed for everyday work.',
  dataOfTheService: 'Data of the service',
  showRawData: 'Show raw data in details',
  theAnswersAsTheService:
    'The details of a device then also have the answers as the service sent them, for questions to its support.',
  onceForEachDeviceAnd:
    'Once for each device and threshold, combined in one notification. None selected: no warnings.',
  notifyAheadOfADevices: 'Notify ahead of a device’s expiry',
  warningsBeforeExpiry: 'Warnings before expiry',
  aDeviceThatWasSilent: 'A device that was silent for longer is worth a look.',
  silentAfterHoursLabel: 'Silent after (hours)',
  anOlderFixShowsWhere: 'An older fix shows where the device was, not what it does now.',
  staleAfterMinutes: 'Stale after (minutes)',
  slowerThanThisCountsAs:
    'Slower than this counts as stopped: receivers drift a little while they stand.',
  deviceStates: 'Device states',
  theAccountsTimeZoneIs:
    'The account’s time zone is not provided by the service, so this computer’s is used.',
  timesAreShownInThe: 'Times are shown in the zone of',
  noDocumentStatesItMetres:
    'No document states it; metres per second is the best reading. If speeds look wrong by a factor of 3.6, change it here.',
  theServiceSendsSpeedsIn: 'The service sends speeds in',
  distancesAreShownIn: 'Distances are shown in',
  speedsAreShownIn: 'Speeds are shown in',
  everyPageTheMapsScale:
    'Every page, the map’s scale, the ruler, fields to type in and exports use them.',
  units: 'Units',
  unitsAndTimes: 'Units and times',
  never: 'Never',
  lockWhenNobodyUsesThis: 'Lock when nobody uses this computer',
  forAnOfflineCopyThat:
    'For an offline copy that a passphrase protects. Unlocking asks for the passphrase. Jobs pause until then, and a typed password that was not saved is cleared.',
  lockWhenTheScreenIs: 'Lock when the screen is locked',
  lock: 'Lock',
  forAtMost45Seconds:
    'Of the selected device, for at most 45 seconds after its report, from its speed and course. The map draws the estimate as an outline, with a line from the reported position. Estimates are never stored or exported.',
  estimateWhereMovingDevicesAre: 'Estimate where a moving device is',
  deviceNamesWhereThereIs:
    'Device names: where there is room, all of them even if they overlap, only on hover, or none.',
  labelsOnTheMap: 'Labels on the map',
  theme: 'Theme',
  language: 'Language',
  languageOfSystem: 'That of this computer',
  appearance: 'Appearance',
  findTheAccounts: 'Find the accounts',
  theKeychainDoesNotName:
    'The keychain does not name one account. Connect with its service address and user name.',
  notRead: 'Not read',
  checkNow: 'Check now',
  download: 'Download…',
  restartAndInstall: 'Restart and install…',
  checkForNewVersions: 'Check for new versions',
  whereTheyFit: 'Where they fit',
  onHover: 'On hover',
  thisComputer: 'This computer',
  theAccount: 'The account',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  all: 'All',
  none: 'None',
  metric: 'Metric',
  imperial: 'Imperial',
  nautical: 'Nautical',
} as const;

export const messages = {
  notSaved: (problem: string, value: number) => `${problem} Not saved: it is still ${value}.`,
  afterMinutes: (count: number) => `After ${count} minutes`,
  atPresent: (zone: string) => `At present ${zone}.`,
  computerZoneUnknown: (zone: string) =>
    `This computer names no time zone that can be used. At present ${zone}, as far as its clock is from UTC.`,
  timesAreIn: (zone: string) =>
    `Times are shown in ${zone}, as far as the clock of this computer is from UTC now. Clock changes in summer and winter are not known.`,
  movingAbove: (unit: string) => `Moving above (${unit})`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  daysInAccountZone: (zone: string) => `Days are in the account’s time zone, ${zone}.`,
  daysInComputerZone: (zone: string) =>
    `Days are in this computer’s time zone, ${zone}. The account’s is not provided by the service.`,
  accountsNotNamed: (accounts: number) =>
    `The keychain does not name ${accounts} accounts. Connect with their service addresses and user names.`,
  typeANumber: (min: number, max: number) => `Type a number from ${min} to ${max}.`,
  mustBeBetween: (min: number, max: number) => `It must be from ${min} to ${max}.`,
  digitsAfterThePoint: (most: number) => {
    if (most === 0) return 'Only whole numbers are valid here.';
    return most === 1
      ? 'At most 1 digit after the point.'
      : `At most ${most} digits after the point.`;
  },
};

/** What the settings say about the app. */
export const aboutMessages = {
  version: (version: string) => `Waypost ${version}.`,
  keys: (keychain: string) => `Keys are stored in the system’s ${keychain}.`,
  folder: 'Folder of the encrypted offline copy and of these settings:',
};

/** The units of speeds, of distances, and of lengths beside a field: "m" could be minutes. */
export const speedNames: Record<SpeedUnit, string> = {
  'm/s': 'metres per second (m/s)',
  'km/h': 'kilometres per hour (km/h)',
  mph: 'miles per hour (mph)',
  kn: 'knots (kn)',
};
export const distanceNames: Record<DistanceUnit, string> = {
  km: 'kilometres (km) and metres',
  mi: 'miles (mi) and feet',
  nmi: 'nautical miles (nmi) and metres',
};
export const lengthNames: Record<Units['length'], string> = { m: 'metres', ft: 'feet' };

const offBecause: Record<Extract<UpdateState, { phase: 'off' }>['why'], string> = {
  policy: 'An administrator turned updates off.',
  settings: 'Updates are off.',
  unreadable:
    'Updates are off, because the settings could not be read and may have turned them off. Turn them on here if you want them.',
  noFeed: 'No update feed is set for this installation. An administrator can set one.',
  noKey:
    'This build cannot verify updates, so it does not look for any; install new versions manually.',
  unsupported: 'This installation cannot update itself; install new versions manually.',
};

/** The state of updates as one sentence. */
export function updateText(state: UpdateState): string {
  switch (state.phase) {
    case 'off':
      return offBecause[state.why];
    case 'idle':
      if (state.note) return state.note;
      return state.checkedAt === null ? 'Not checked yet.' : 'This is the newest version.';
    case 'checking':
      return 'Checking for updates…';
    case 'available':
      return `${state.version} is available from ${state.host}.`;
    case 'downloading':
      return `Downloading ${state.version}…`;
    case 'staged':
      return state.waitsFor
        ? `${state.version} is ready, but waits: ${state.waitsFor}`
        : `${state.version} is downloaded and verified.`;
    case 'failed':
      return state.message;
  }
}

/** The names of settings as the settings page shows them. */
const settingNames: Record<keyof Settings, string> = {
  theme: 'Theme',
  language: 'Language',
  labels: 'Labels on the map',
  estimatePositions: 'Estimate where a moving device is',
  mapStyleUrl: 'Online map style',
  hiddenMaps: 'Maps of this computer that are hidden',
  streetsDeclined: 'Offer of streets on the map',
  unitSystem: 'Units',
  speedUnit: 'Speeds are shown in',
  distanceUnit: 'Distances are shown in',
  serviceSpeedUnit: 'The service sends speeds in',
  timeZone: 'Times are shown in the zone of',
  movingAboveKmh: 'Moving above',
  staleAfterMinutes: 'Stale after',
  silentAfterHours: 'Silent after',
  callsPerMinute: 'Calls per minute',
  pauseOnBattery: 'Pause the refresh on battery',
  oldestCheckMinutes: 'Oldest position check',
  expiryWarningDays: 'Warnings before expiry',
  licenceTotal: 'Licences of the account',
  updatesEnabled: 'Check for new versions',
  tripRules: 'Trips and stops',
  historySettleHours: 'Late records',
  notifyAlerts: 'Alerts that devices send',
  notifyWarnings: 'Warnings that devices send',
  notifySilentHours: 'Notification of silent devices',
  notifyFrozenMinutes: 'Notification of frozen positions',
  notifyBatteryBelow: 'Notification of a low battery',
  notifyQuotaPercent: 'Notification of daily limits',
  notifyKeyTrouble: 'Notification of a refused key',
  notifyWithoutNames: 'Hide names in notifications',
  notifyCoolDownMinutes: 'Repeat a notification after',
  quietHours: 'Quiet hours',
  lockOnScreenLock: 'Lock when the screen is locked',
  lockAfterIdleMinutes: 'Lock when idle',
  importColumns: 'Columns of imported files',
  showRawData: 'Show raw data in details',
  tourEnded: 'Tour of the demo',
  reportCompany: 'Company name on reports',
};

/** What the page sets that is not one of the settings of the app. */
const otherNames = {
  mapFiles: texts.offlineMaps,
  fieldMapping: 'Field mapping',
  submissionMode: 'Submitting locations and alerts',
};
type OtherSetting = keyof typeof otherNames;

/** The settings of the page that the search of the window finds, and other words for them. */
export const settingKeywords = {
  language: 'sprache idioma langue lingua língua',
  theme: 'dark light appearance colours',
  labels: 'device names',
  estimatePositions: 'dead reckoning',
  mapFiles: 'layers mbtiles pmtiles',
  mapStyleUrl: 'layers streets satellite openfreemap tiles key provider',
  unitSystem: 'metric imperial nautical kilometres miles',
  speedUnit: 'km/h mph knots units',
  distanceUnit: 'kilometres miles units',
  timeZone: 'time zone utc clock local time',
  movingAboveKmh: 'speed stopped moving threshold state',
  staleAfterMinutes: 'old position threshold state',
  silentAfterHours: 'silent offline no recent fix threshold state',
  expiryWarningDays: 'notifications licences renew',
  historySettleHours: 'history tracks',
  callsPerMinute: 'network rate limit refresh speed',
  oldestCheckMinutes: 'network refresh interval',
  pauseOnBattery: 'network laptop power',
  lockOnScreenLock: 'passphrase security privacy',
  lockAfterIdleMinutes: 'passphrase security privacy away',
  updatesEnabled: 'updates version about',
  notifyAlerts: 'notifications sos alarms',
  notifyWarnings: 'notifications',
  notifySilentHours: 'notifications offline',
  notifyFrozenMinutes: 'notifications gps stuck',
  notifyBatteryBelow: 'notifications power',
  notifyQuotaPercent: 'notifications e-mail sms',
  notifyKeyTrouble: 'notifications sign in',
  notifyWithoutNames: 'notifications privacy lock screen',
  notifyCoolDownMinutes: 'notifications again',
  quietHours: 'notifications night do not disturb',
  showRawData: 'advanced json answers',
  serviceSpeedUnit: 'advanced units',
  fieldMapping: 'advanced names service report',
  submissionMode: 'advanced submit send positions',
} as const satisfies Partial<Record<keyof Settings | OtherSetting, string>>;
export type FoundSetting = keyof typeof settingKeywords;

export const foundSettingName = (key: FoundSetting): string =>
  key in otherNames ? otherNames[key as OtherSetting] : settingNames[key as keyof Settings];

/** The name of a setting for the user; its name in the file if there is no other. */
const settingName = (name: string): string =>
  name in settingNames ? settingNames[name as keyof Settings] : name;

/** The message about a file of the profile that could not be read or written. */
interface StoredFileMessage {
  title: string;
  /** What is used instead, and what was kept. */
  instead: string;
  /** Where the old file is; empty if there is none to name. */
  kept: string;
  /** What was not read, one line each. */
  skipped: string[];
}

type Messages = Record<
  Exclude<StoredFileProblem['problem'], 'unlisted'>,
  Omit<StoredFileMessage, 'kept' | 'skipped'>
>;

const copiesStay =
  'Keys and offline copies were not changed. Connect with the same service address and user name, and the offline copy opens with its data.';

const settings: Messages = {
  unreadable: {
    title: 'The settings could not be read',
    instead:
      'Default settings are used. Updates stay off until you switch them on in the settings again.',
  },
  partly: {
    title: 'Some settings could not be read',
    instead: 'The default is used for each of them; all other settings were kept.',
  },
  newer: {
    title: 'The settings are from a newer Waypost',
    instead: 'The settings that this version knows were kept.',
  },
  unwritten: {
    title: 'The settings could not be written',
    instead: 'They apply until Waypost is closed. Check the disk and the rights of its folder.',
  },
};

const accounts: Messages = {
  unreadable: {
    title: 'The list of accounts could not be read',
    instead: `No account is listed. ${copiesStay}`,
  },
  partly: {
    title: 'A part of the list of accounts could not be read',
    instead: `All other accounts were kept. ${copiesStay}`,
  },
  newer: {
    title: 'The list of accounts is from a newer Waypost',
    instead: 'The accounts that this version can read were kept.',
  },
  unwritten: {
    title: 'The list of accounts could not be written',
    instead: 'It is read again at the next start. Check the disk and the rights of its folder.',
  },
};

/** The other files hold nothing that the user entered. */
const others: Record<Exclude<StoredContent, 'settings' | 'accounts'>, Messages> = {
  allowedHosts: replaceable(
    'The hosts that you allowed',
    'Waypost asks again before it contacts each of them.',
  ),
  window: replaceable('The size of the window', 'The window has its usual size.'),
  updates: replaceable(
    'The record of the last update',
    'A failed installation of an update may not be reported.',
  ),
  temporaryFiles: replaceable(
    'The record of unfinished files',
    'An unfinished file of an interrupted export may stay in its folder.',
  ),
  keyedMaps: replaceable(
    'The list of online maps with a key',
    'The bundled map is shown. Set these maps up again; keys stay in the keychain until they are replaced.',
  ),
  mapFiles: replaceable(
    'The list of offline maps',
    'The bundled map is shown. Add your map files again; the files themselves were not changed.',
  ),
};

function replaceable(what: string, instead: string): Messages {
  const unread = { title: `${what} could not be read`, instead };
  return {
    unreadable: unread,
    partly: unread,
    newer: unread,
    unwritten: { title: `${what} could not be written`, instead },
  };
}

/** The message for a problem. */
export function storedFileMessage(problem: StoredFileProblem): StoredFileMessage {
  const skipped = problem.skipped.map(skippedText);
  if (problem.problem === 'unlisted') return { ...unlisted(problem.copies), kept: '', skipped };
  const messages = { settings, accounts, ...others }[problem.content];
  return { ...messages[problem.problem], kept: backupText(problem), skipped };
}

function unlisted(copies: number): Omit<StoredFileMessage, 'kept' | 'skipped'> {
  return {
    title:
      copies === 1
        ? 'One account on this computer is not on the list'
        : `${copies} accounts on this computer are not on the list`,
    instead: `The list of accounts was lost or changed. ${copiesStay} Waypost can also look for the accounts in the keychain.`,
  };
}

function backupText({ problem, backup, file }: StoredFileProblem): string {
  if (problem === 'unwritten') return '';
  return backup === null
    ? `The old file could not be renamed and is still in its place: ${file}`
    : `The old file was kept: ${backup}`;
}

function skippedText(part: SkippedPart): string {
  if (part.kind === 'setting') return settingName(part.name);
  if (part.kind === 'submissionMode') return `Read and submit setting of ${part.name}`;
  return part.name ?? 'An entry without a readable address and user name';
}
