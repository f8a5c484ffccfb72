import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileNamePart } from '#main/exchange/file-name';
import { saveFile, type SaveOptions } from '#main/files/save-file';
import type { AlertLog } from '#main/features/alerts/alert-log';
import type { FieldMapping } from '#main/features/field-mapping/field-mapping';
import type { OnlineMaps } from '#main/features/maps/online-maps';
import type { Notes } from '#main/features/notes/notes';
import type { PlaceRules } from '#main/features/places/place-rules';
import type { Places } from '#main/features/places/places';
import type { Snoozes } from '#main/features/snoozes/snoozes';
import type { VehicleKinds } from '#main/features/vehicle-kinds/vehicle-kinds';
import { mappedKinds } from '#shared/domain/field-mapping';
import { isKeyedMapId } from '#shared/domain/online-map';
import type { SavedView } from '#shared/domain/view-state';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import {
  portableSettings,
  takeAlongParts,
  takeAlongSchema,
  takeAlongVersion,
  type TakeAlong,
  type TakeAlongChange,
  type TakeAlongPart,
} from '#shared/domain/take-along';
import { fail } from '#shared/fault';
import { message } from '#shared/i18n/translate';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Caller } from '#shared/ipc/define';

interface TakeAlongAccount {
  savedViews: {
    list(): SavedView[];
    save(view: SavedView): unknown;
    remove(id: string): unknown;
  };
  notes: Pick<Notes, 'all' | 'put'>;
  snoozes: Pick<Snoozes, 'all' | 'change'>;
  alertLog: Pick<AlertLog, 'acknowledgements' | 'restore' | 'unacknowledge'>;
  vehicleKinds: Pick<VehicleKinds, 'all' | 'choose'>;
  places: Pick<Places, 'all' | 'change'>;
  placeRules: Pick<PlaceRules, 'all' | 'change'>;
  fieldMapping: Pick<FieldMapping, 'state' | 'set'>;
}

export interface TakeAlongOptions extends SaveOptions<'json'> {
  account: () => TakeAlongAccount;
  profile: () => Profile | null;
  settings: () => Settings;
  maps: Pick<OnlineMaps, 'setUp' | 'change'>;
  /** May ask the user first. */
  changeSettings: (part: Partial<Settings>) => unknown;
  now: () => number;
  pickTakeAlongFile: () => Promise<string | null>;
  /** Other windows of the account than this one have to read again what they show. */
  reloadOthers: (asking: Caller | undefined) => void;
}

/** A larger file was not written by Waypost. */
const mostBytes = 200 * 1024 * 1024;

/** Writes settings and the user's own work of an account into a file, and takes them over from one. */
export function createTakeAlong(options: TakeAlongOptions): HandlersOf<'takeAlong'> {
  let opened: { id: string; file: string; taken: TakeAlong; profileId: string } | null = null;
  /** What puts back what was taken over last, part by part, the last one first. */
  let undoable: { file: string; profileId: string; steps: (() => unknown)[] } | null = null;
  let columns: string | null = null;

  function openProfile(): Profile {
    options.account();
    return (
      options.profile() ??
      fail({ kind: 'declined', reason: 'gone', message: message('faults.main.noAccountOpen') })
    );
  }

  function present(columnsHere: string | null): TakeAlong {
    const account = options.account();
    const { address, userName } = openProfile();
    return {
      version: takeAlongVersion,
      account: { address, userName },
      settings: options.settings(),
      columns: columnsHere,
      savedViews: account.savedViews.list(),
      notes: account.notes.all(),
      acknowledgements: account.alertLog.acknowledgements(),
      snoozes: account.snoozes.all(),
      vehicleKinds: account.vehicleKinds.all(),
      places: [...account.places.all()],
      placeRules: [...account.placeRules.all()],
      fieldMapping: account.fieldMapping.state().mappings,
      maps: options.maps.setUp(),
    };
  }

  const parts: Record<TakeAlongPart, Part> = {
    settings: part({
      of: ({ settings }) => Object.entries(settings),
      id: ([name]) => name,
      change: ({ put }) => options.changeSettings(Object.fromEntries(put)),
    }),
    columns: part({
      of: (content) => (content.columns === null ? [] : [content.columns]),
      id: () => '',
      change: ({ put }) => {
        columns = put[0] ?? null;
      },
    }),
    savedViews: part({
      of: (content) => content.savedViews,
      id: ({ id }) => id,
      change: ({ put, removed }) => {
        const { savedViews } = options.account();
        for (const id of removed) savedViews.remove(id);
        for (const view of put) savedViews.save(view);
      },
    }),
    notes: part({
      of: (content) => content.notes,
      id: ({ deviceId }) => deviceId,
      content: ({ text }) => text,
      change: ({ put, removed }) => {
        const { notes } = options.account();
        for (const deviceId of removed) notes.put({ deviceId, text: '' });
        for (const note of put) notes.put(note);
      },
    }),
    acknowledgements: part({
      of: ({ acknowledgements }) => acknowledgements,
      id: ({ id }) => id,
      content: ({ note }) => note,
      change: ({ put, removed }) => {
        const { alertLog } = options.account();
        alertLog.unacknowledge(removed);
        alertLog.restore(put);
      },
    }),
    snoozes: part({
      of: (content) => content.snoozes,
      id: ({ deviceId }) => deviceId,
      change: ({ put, removed }) => options.account().snoozes.change(put, removed),
    }),
    vehicleKinds: part({
      of: ({ vehicleKinds }) => vehicleKinds,
      id: ({ deviceId }) => deviceId,
      change: ({ put, removed }) => {
        const reset = removed.map((deviceId) => ({ deviceId, kind: null }));
        options.account().vehicleKinds.choose([...put, ...reset]);
      },
    }),
    places: part({
      of: (content) => content.places,
      id: ({ id }) => id,
      content: (place) => ({ ...place, updatedAt: 0 }),
      change: (change) => options.account().places.change(change),
    }),
    placeRules: part({
      of: (content) => content.placeRules,
      id: ({ id }) => id,
      change: (change) => options.account().placeRules.change(change),
    }),
    fieldMapping: part({
      of: ({ fieldMapping }) =>
        mappedKinds.flatMap((kind) =>
          Object.entries(fieldMapping[kind] ?? {}).map(([field, member]) => ({
            kind,
            field,
            member,
          })),
        ),
      id: ({ kind, field }) => `${kind} ${field}`,
      change: ({ put, removed }) => {
        const { fieldMapping } = options.account();
        const next = structuredClone(fieldMapping.state().mappings);
        for (const kind of mappedKinds) {
          const fields = Object.entries(next[kind] ?? {});
          const left = fields.filter(([field]) => !removed.includes(`${kind} ${field}`));
          const added = put.filter((each) => each.kind === kind);
          const all = [...left, ...added.map(({ field, member }) => [field, member] as const)];
          if (all.length > 0) next[kind] = Object.fromEntries(all);
          else delete next[kind];
        }
        fieldMapping.set(next);
      },
    }),
    maps: part({
      of: ({ maps }) => maps,
      id: ({ id }) => id,
      change: ({ put, removed }) =>
        options.maps.change({ put, removed: removed.filter(isKeyedMapId) }),
    }),
  };

  return {
    save: async (window) => {
      const here = present(window.columns);
      const content = { ...here, settings: portable(here.settings) };
      const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
      const name = `Waypost ${fileNamePart(content.account.userName)}`;
      return saveFile(options, name, 'json', () => Promise.resolve({ bytes }));
    },

    open: async (window) => {
      const profile = openProfile();
      const picked = await options.pickTakeAlongFile();
      if (picked === null) return null;
      const taken = await readTakeAlong(picked, options.now());
      const file = path.basename(picked);
      opened = { id: randomUUID(), file, taken, profileId: profile.id };
      const { address, userName } = taken.account;
      const here = present(window.columns);
      return {
        id: opened.id,
        file,
        account: taken.account,
        isOtherAccount: address !== profile.address || userName !== profile.userName,
        changes: takeAlongParts.map((name) => ({ part: name, ...parts[name](here, taken).counts })),
      };
    },

    apply: async ({ id, parts: wanted, columns: columnsHere }, by) => {
      const profile = openProfile();
      // Nothing goes into another account than the one that was compared.
      if (opened?.id !== id || opened.profileId !== profile.id) {
        fail({ kind: 'declined', reason: 'gone', message: message('take-along.gone') });
      }
      const { taken, file } = opened;
      const here = present(columnsHere);
      const steps: (() => unknown)[] = [];
      columns = null;
      // Settings come first: only they may be refused, by the user, and nothing has changed then.
      for (const name of takeAlongParts.filter((each) => wanted.includes(each))) {
        const { counts, run, undo } = parts[name](here, taken);
        if (counts.added + counts.changed === 0) continue;
        if (name === 'settings') await run();
        undoable = { file, profileId: profile.id, steps };
        steps.unshift(undo);
        if (name !== 'settings') await run();
      }
      opened = null;
      options.reloadOthers(by);
      return columns;
    },

    taken: () =>
      undoable && undoable.profileId === openProfile().id ? { file: undoable.file } : null,

    undo: async (by) => {
      if (undoable?.profileId !== openProfile().id) {
        fail({ kind: 'declined', reason: 'gone', message: message('take-along.undone') });
      }
      columns = null;
      const { steps } = undoable;
      while (steps.length > 0) {
        await steps[0]!();
        steps.shift();
      }
      undoable = null;
      options.reloadOthers(by);
      return columns;
    },
  };
}

/** What a file would change of one kind, and what does and undoes that. */
type Part = (
  here: TakeAlong,
  taken: TakeAlong,
) => {
  counts: Omit<TakeAlongChange, 'part'>;
  run: () => unknown;
  undo: () => unknown;
};

/** `content`: what counts as the same. */
function part<T>({
  of,
  id,
  content = (entry) => entry,
  change,
}: {
  of: (content: TakeAlong) => readonly T[];
  id: (entry: T) => string;
  content?: (entry: T) => unknown;
  change: (change: { put: T[]; removed: string[] }) => unknown;
}): Part {
  return (here, taken) => {
    const known = new Map(of(here).map((entry) => [id(entry), entry]));
    const counts = { added: 0, changed: 0, same: 0 };
    const put = new Map<string, T>();
    for (const entry of of(taken)) {
      const before = known.get(id(entry));
      if (before !== undefined && isDeepStrictEqual(content(before), content(entry))) {
        counts.same += 1;
        continue;
      }
      counts[before === undefined ? 'added' : 'changed'] += 1;
      put.set(id(entry), entry);
    }
    const before = of(here).filter((entry) => put.has(id(entry)));
    const removed = [...put.keys()].filter((key) => !known.has(key));
    return {
      counts,
      run: () => change({ put: [...put.values()], removed: [] }),
      undo: () => change({ put: before, removed }),
    };
  };
}

/** Reads a file as a whole or not at all. */
async function readTakeAlong(file: string, now: number): Promise<TakeAlong> {
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
  const taken = takeAlongSchema.safeParse(json).data ?? refuse('take-along.refused.damaged');
  return {
    ...taken,
    settings: portable(taken.settings),
    notes: taken.notes.filter(({ text }) => text.trim() !== ''),
    snoozes: taken.snoozes.filter(({ until }) => until === null || until > now),
  };
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
