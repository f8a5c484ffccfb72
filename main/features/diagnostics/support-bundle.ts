import { strToU8, zipSync } from 'fflate';
import Papa from 'papaparse';
import { saveFile, type SaveOptions } from '#main/files/save-file';
import { deviceState } from '#shared/domain/device-state';
import type { Profile, Status } from '#shared/domain/session';
import { defaultSettings, stateRules, type Settings } from '#shared/domain/settings';
import { flagNoPosition, stateInputsAt, textAt, type FleetColumns } from '#shared/fleet/columns';
import type { WaypostContract } from '#shared/ipc/contract';
import type { BundleChoice, BundleFile, Learned } from '#shared/ipc/diagnostics';
import type { Handlers } from '#shared/ipc/define';
import { withoutNames, withoutPositions } from './private-text';

/** What a support file says about the open account. */
export interface BundleAccount {
  profile: Profile;
  status: Pick<
    Status,
    | 'mode'
    | 'reason'
    | 'devices'
    | 'positions'
    | 'notAskedYet'
    | 'freshness'
    | 'skippedRecords'
    | 'refreshPause'
    | 'slowAnswers'
    | 'clockOffsetMs'
    | 'callsLastMinute'
    | 'callsToday'
    | 'callRate'
  >;
  learned: Learned;
  columns: FleetColumns;
  /** Of groups, users and whatever else is not in the columns. */
  names: readonly string[];
  /** The time by the clock of the service. */
  now: number;
}

export interface SupportBundleOptions extends SaveOptions<'zip'> {
  settings: () => Settings;
  /** The newest lines of the log. */
  log: () => string;
  /** The names of this computer and its user, and of the accounts that are known on it. */
  names: () => readonly string[];
  /** null: none is open. */
  account: () => BundleAccount | null;
  /** The text without the key of the open account. */
  withoutKey: (text: string) => string;
}

/** More devices would not be read by anybody. */
const mostDevices = 1_000;

/**
 * One file for whoever helps, with texts that the user has read before: nothing is added when it is written. It has no
 * secret, and names and positions only if the user wants them in it.
 */
export function createSupportBundle(
  options: SupportBundleOptions,
): Pick<Handlers<WaypostContract>['diagnostics'], 'bundle' | 'saveBundle'> {
  return {
    bundle: ({ report, ...choice }) => {
      const account = options.account();
      const log = options.log();
      const files: BundleFile[] = [
        { name: 'diagnostics.txt', text: report },
        { name: 'settings.json', text: inLines(settingsIn(options.settings(), choice)) },
        {
          name: 'log.txt',
          text: choice.withNames ? log : withoutNames(log, namesOf(options.names(), account)),
        },
      ];
      if (account) {
        files.push(
          { name: 'service.json', text: inLines(serviceIn(account, choice)) },
          { name: 'devices.csv', text: devicesIn(account, options.settings(), choice) },
        );
      }
      return files.map(({ name, text }) => {
        const safe = options.withoutKey(text);
        return { name, text: choice.withPositions ? safe : withoutPositions(safe) };
      });
    },
    saveBundle: ({ files }) =>
      saveFile(options, 'waypost-diagnostics', 'zip', () =>
        Promise.resolve({
          bytes: zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)]))),
        }),
      ),
  };
}

const inLines = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Settings in which the user, or a service, may have written anything. An address may have a key in it. */
const withText = {
  reportCompany: (settings: Settings) => settings.reportCompany,
  importColumns: (settings: Settings) => settings.importColumns,
  hiddenMaps: (settings: Settings) => settings.hiddenMaps,
  mapStyleUrl: ({ mapStyleUrl }: Settings) => URL.parse(mapStyleUrl)?.host ?? '',
};

/** The settings that differ from the defaults. */
function settingsIn(settings: Settings, { withNames }: BundleChoice) {
  const changed = (Object.keys(defaultSettings) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(defaultSettings[name]),
  );
  return Object.fromEntries(
    changed.map((name) => {
      if (!Object.hasOwn(withText, name)) return [name, settings[name]];
      return [name, withNames ? withText[name as keyof typeof withText](settings) : '<changed>'];
    }),
  );
}

/** How the service answers, and what was learned about it. */
function serviceIn({ profile, status, learned }: BundleAccount, { withNames }: BundleChoice) {
  const { mode, reason, devices, positions, notAskedYet, freshness, skippedRecords } = status;
  const { refreshPause, slowAnswers, clockOffsetMs, callsLastMinute, callsToday } = status;
  const { inUse, isSlowed, refusedAt } = status.callRate;
  return {
    ...(withNames && { address: profile.address, userName: profile.userName }),
    isDemo: profile.isDemo,
    mode,
    // Its details may quote the service.
    reason: withNames ? reason : (reason?.kind ?? null),
    refreshPause,
    slowAnswers,
    clockOffsetMs,
    calls: {
      lastMinute: callsLastMinute,
      today: callsToday,
      perMinute: inUse,
      isSlowed,
      refusedAt,
    },
    fleet: { devices, positions, notAskedYet, skippedRecords, freshness },
    learned,
  };
}

/** Names of devices, accounts and people that may be in a text. */
function* namesOf(ofComputer: readonly string[], account: BundleAccount | null): Iterable<string> {
  yield* ofComputer;
  if (!account) return;
  yield* account.names;
  const { columns } = account;
  for (let slot = 0; slot < columns.count; slot++) {
    yield textAt(columns.id, slot);
    yield textAt(columns.name, slot);
    yield textAt(columns.description, slot);
    yield textAt(columns.phone, slot);
    for (const tag of textAt(columns.tags, slot).split('\u001f')) {
      yield tag;
      yield tag.slice(tag.indexOf(': ') + 2);
    }
  }
}

const timeOf = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : '');
const numberOf = (value: number) => (Number.isNaN(value) ? '' : String(value));

/** In which state each device is, and from when the values are that say so. */
function devicesIn(
  { columns, now }: BundleAccount,
  settings: Settings,
  { withNames, withPositions }: BundleChoice,
): string {
  const rules = stateRules(settings);
  const slots = Array.from({ length: Math.min(columns.count, mostDevices) }, (_, slot) => slot);
  const rows = slots.map((slot) => ({
    device: slot + 1,
    ...(withNames && { id: textAt(columns.id, slot), name: textAt(columns.name, slot) }),
    state: deviceState(stateInputsAt(columns, slot), rules, now),
    reported: timeOf(columns.fixAt[slot]!),
    position: timeOf(columns.positionAt[slot]!),
    checked: timeOf(columns.checkedAt[slot]!),
    hasPosition:
      (columns.flags[slot]! & flagNoPosition) === 0 && !Number.isNaN(columns.latitude[slot]!),
    battery: numberOf(columns.battery[slot]!),
    ...(withPositions && {
      latitude: numberOf(columns.latitude[slot]!),
      longitude: numberOf(columns.longitude[slot]!),
    }),
  }));
  const table = Papa.unparse(rows, { newline: '\n', escapeFormulae: true });
  const rest = columns.count - rows.length;
  return rest > 0 ? `${table}\n… ${rest} more\n` : `${table}\n`;
}
