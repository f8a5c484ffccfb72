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

// What is left out of a text that is passed on. Main's own texts have none of it; this is for those of others, such as
// an error of the service, and for a line of the log that somebody wrote without thinking of it.

/** Shorter names are parts of words and tell nobody who is meant. */
const shortestName = 3;

/** Leaves out what looks like a position: degrees, two numbers with decimals, or one with so many as places have. */
export function withoutPositions(text: string): string {
  return text
    .replaceAll(
      // Degrees with minutes: 45° 14′ 25.3″ N.
      /\p{Nd}{1,3}(?:[.,]\p{Nd}+)?\s?°(?:\s?\p{Nd}{1,2}(?:[.,]\p{Nd}+)?\s?['’′])?(?:\s?\p{Nd}{1,2}(?:[.,]\p{Nd}+)?\s?["”″])?(?:\s?[NSEWO]\b)?/gu,
      '<position>',
    )
    .replaceAll(
      // Two numbers with decimals side by side.
      /(?<![\p{Nd}.,])[-+−]?\p{Nd}{1,3}[.,]\p{Nd}{2,}\s{0,2}[,;/ ]\s{0,2}[-+−]?\p{Nd}{1,3}[.,]\p{Nd}{2,}(?![\p{Nd}.])/gu,
      '<position>',
    )
    .replaceAll(
      // A number that is called so: "lat": 45.1
      /(?<!\p{L})((?:lat|lon|lng|long)(?:itude)?["']?\s{0,3}[:= ]\s{0,3}["']?)[-+−]?\p{Nd}{1,3}(?:[.,]\p{Nd}+)?/giu,
      '$1<position>',
    )
    .replaceAll(/(?<![\p{Nd}.,])[-+−]?\p{Nd}{1,3}[.,]\p{Nd}{4,}(?![\p{Nd}.])/gu, '<position>');
}

/** As it is in a regular expression. */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Leaves out these names, in any case, and what looks like an address or a telephone number. */
export function withoutNames(text: string, names: Iterable<string>): string {
  const known = namesIn(text, names);
  const isKnown =
    known.length === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${known.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
          'giu',
        );
  return (isKnown ? text.replaceAll(isKnown, '<name>') : text)
    .replaceAll(
      /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]{1,255}@[^\s@<>"'(),;:]{1,255}\.[^\s@<>"'(),;:]{1,63}/g,
      '<address>',
    )
    .replaceAll(/\b(https?|wss?):\/\/[^\s<>"'()]+/gi, '$1://<address>')
    .replaceAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, '<address>')
    .replaceAll(/(?<![A-Za-z_:.+-])\+?\d(?:[ ()-]{0,2}\d){8,40}/g, '<number>');
}

/**
 * Those of the names that are in the text, the longest first. An account has up to a hundred thousand, so that most are
 * told by their first letters.
 */
function namesIn(text: string, names: Iterable<string>): string[] {
  const folded = text.toLowerCase();
  const beginnings = new Set<string>();
  for (let at = 0; at + shortestName <= folded.length; at++) {
    beginnings.add(folded.slice(at, at + shortestName));
  }
  const found = new Set<string>();
  for (const name of names) {
    const wanted = name.trim().toLowerCase();
    if (wanted.length < shortestName || !beginnings.has(wanted.slice(0, shortestName))) continue;
    if (folded.includes(wanted)) found.add(wanted);
  }
  return [...found].toSorted((a, b) => b.length - a.length);
}
