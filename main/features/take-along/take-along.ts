import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileNamePart } from '#main/exchange/file-name';
import { saveFile, type SaveOptions } from '#main/files/save-file';
import type { AlertLog } from '#main/features/alerts/alert-log';
import type { FieldMapping } from '#main/features/field-mapping/field-mapping';
import type { Notes } from '#main/features/notes/notes';
import type { Snoozes } from '#main/features/snoozes/snoozes';
import type { SavedView } from '#shared/domain/view-state';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import {
  portableSettings,
  takeAlongSchema,
  takeAlongVersion,
  type TakeAlong,
  type TakeAlongChange,
  type TakeAlongPart,
} from '#shared/domain/take-along';
import { fail } from '#shared/fault';
import { message } from '#shared/i18n/translate';
import type { HandlersOf } from '#shared/ipc/contract';

interface TakeAlongAccount {
  savedViews: { list(): SavedView[]; save(view: SavedView): unknown };
  notes: Pick<Notes, 'all' | 'put'>;
  snoozes: Pick<Snoozes, 'all' | 'change'>;
  alertLog: Pick<AlertLog, 'acknowledgements' | 'restore'>;
  fieldMapping: Pick<FieldMapping, 'state' | 'set'>;
}

export interface TakeAlongOptions extends SaveOptions<'json'> {
  account: () => TakeAlongAccount;
  profile: () => Profile | null;
  settings: () => Settings;
  /** May ask the user first. */
  changeSettings: (part: Partial<Settings>) => unknown;
  now: () => number;
  pickTakeAlongFile: () => Promise<string | null>;
}

/** A larger file was not written by Waypost. */
const mostBytes = 200 * 1024 * 1024;

/** Writes settings and the user's own work of an account into a file, and takes them over from one. */
export function createTakeAlong(options: TakeAlongOptions): HandlersOf<'takeAlong'> {
  let opened: { id: string; taken: TakeAlong; profileId: string } | null = null;

  function openProfile(): Profile {
    options.account();
    return (
      options.profile() ??
      fail({ kind: 'declined', reason: 'gone', message: message('faults.main.noAccountOpen') })
    );
  }

  function present(columns: string | null): TakeAlong {
    const { savedViews, notes, snoozes, alertLog, fieldMapping } = options.account();
    const { address, userName } = openProfile();
    return {
      version: takeAlongVersion,
      account: { address, userName },
      settings: portableSettings(options.settings()),
      columns,
      savedViews: savedViews.list(),
      notes: notes.all(),
      acknowledgements: alertLog.acknowledgements(),
      snoozes: snoozes.all(),
      fieldMapping: fieldMapping.state().mappings,
    };
  }

  return {
    save: async ({ columns }) => {
      const content = present(columns);
      const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
      const name = `Waypost ${fileNamePart(content.account.userName)}`;
      return saveFile(options, name, 'json', () => Promise.resolve({ bytes }));
    },

    open: async ({ columns }) => {
      const profile = openProfile();
      const file = await options.pickTakeAlongFile();
      if (file === null) return null;
      const taken = await readTakeAlong(file);
      opened = { id: randomUUID(), taken, profileId: profile.id };
      const { address, userName } = taken.account;
      return {
        id: opened.id,
        file: path.basename(file),
        account: taken.account,
        isOtherAccount: address !== profile.address || userName !== profile.userName,
        changes: changesOf(present(columns), taken),
      };
    },

    apply: async ({ id, parts }) => {
      const profile = openProfile();
      // Nothing goes into another account than the one that was compared.
      if (opened?.id !== id || opened.profileId !== profile.id) {
        fail({ kind: 'declined', reason: 'gone', message: message('take-along.gone') });
      }
      const { taken } = opened;
      const { savedViews, notes, snoozes, alertLog, fieldMapping } = options.account();
      const wants = (part: TakeAlongPart) => parts.includes(part);
      // The only one that may be refused, by the user: before anything else is changed.
      if (wants('settings')) await options.changeSettings(portable(taken.settings));
      if (wants('savedViews')) for (const view of taken.savedViews) savedViews.save(view);
      if (wants('notes')) for (const note of newNotes(notes.all(), taken.notes)) notes.put(note);
      if (wants('acknowledgements')) alertLog.restore(taken.acknowledgements);
      if (wants('snoozes')) {
        const now = options.now();
        const lasting = taken.snoozes.filter(({ until }) => until === null || until > now);
        snoozes.change(lasting, []);
      }
      const isMapped = isDeepStrictEqual(taken.fieldMapping, fieldMapping.state().mappings);
      if (wants('fieldMapping') && !isMapped) fieldMapping.set(taken.fieldMapping);
      opened = null;
      return wants('columns') ? taken.columns : null;
    },
  };
}

/** Reads a file as a whole or not at all. */
async function readTakeAlong(file: string): Promise<TakeAlong> {
  const { size } = await stat(file).catch(() => unreadable());
  if (size > mostBytes) refuse('take-along.refused.other');
  const text = await readFile(file, 'utf8').catch(() => unreadable());
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return refuse('take-along.refused.damaged');
  }
  const version = typeof json === 'object' && json !== null && 'version' in json && json.version;
  if (typeof version === 'number' && version > takeAlongVersion) {
    refuse('take-along.refused.newer');
  }
  if (version !== takeAlongVersion) refuse('take-along.refused.other');
  return takeAlongSchema.safeParse(json).data ?? refuse('take-along.refused.damaged');
}

type Refusal =
  | 'take-along.refused.other'
  | 'take-along.refused.damaged'
  | 'take-along.refused.newer'
  | 'take-along.refused.unreadable';
const refuse = (key: Refusal): never => fail({ kind: 'invalid', message: message(key) });
const unreadable = (): never => refuse('take-along.refused.unreadable');

/** A file that somebody wrote by hand may have more than Waypost writes. */
const portable = (settings: Partial<Settings>) => portableSettings(settings as Settings);

/** The order in which they were written is kept; those that are the same are not written again. */
function newNotes(known: readonly TakeAlong['notes'][number][], taken: TakeAlong['notes']) {
  const texts = new Map(known.map(({ deviceId, text }) => [deviceId, text]));
  return taken.filter(({ deviceId, text }) => texts.get(deviceId) !== text && text.trim() !== '');
}

/** What each part of a file would add and change. */
function changesOf(here: TakeAlong, taken: TakeAlong): TakeAlongChange[] {
  const one = (value: unknown): Entries => (value === null ? [] : [['', value]]);
  const settingsOf = ({ settings }: TakeAlong): Entries => Object.entries(portable(settings));
  const mappingsOf = ({ fieldMapping }: TakeAlong): Entries =>
    Object.entries(fieldMapping).flatMap(([kind, fields]) =>
      Object.entries(fields).map(([field, member]): Entry => [`${kind} ${field}`, member]),
    );
  const entriesOf = (of: TakeAlong): Record<TakeAlongPart, Entries> => ({
    settings: settingsOf(of),
    columns: one(of.columns),
    savedViews: of.savedViews.map((view) => [view.id, view]),
    notes: of.notes.map(({ deviceId, text }) => [deviceId, text]),
    acknowledgements: of.acknowledgements.map(({ id, note }) => [id, note]),
    snoozes: of.snoozes.map((snooze) => [snooze.deviceId, snooze]),
    fieldMapping: mappingsOf(of),
  });
  const [before, after] = [entriesOf(here), entriesOf(taken)];
  return (Object.keys(after) as TakeAlongPart[]).map((part) => ({
    part,
    ...compared(new Map(before[part]), after[part]),
  }));
}

type Entry = readonly [string, unknown];
type Entries = readonly Entry[];

function compared(before: ReadonlyMap<string, unknown>, after: Entries) {
  const counts = { added: 0, changed: 0, same: 0 };
  for (const [key, value] of after) {
    if (!before.has(key)) counts.added += 1;
    else if (isDeepStrictEqual(before.get(key), value)) counts.same += 1;
    else counts.changed += 1;
  }
  return counts;
}
