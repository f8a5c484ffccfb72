import { daysIn, dayMs, intersection, union } from '#main/features/history/ranges';
import { writeTable } from '#main/exchange/table-file';
import { accountText } from '#main/features/exchange/exchanged-account';
import type { DayStore } from '#main/features/history/day-store';
import type { Places } from '#main/features/places/places';
import { saveFile, type SaveOptions } from '#main/files/save-file';
import { yieldEvery } from '#main/pace/throttle';
import {
  dayInZone,
  daysBetween,
  isCalendarDay,
  isTimeZone,
  plusDays,
  startOfDayInZone,
} from '#shared/domain/calendar';
import {
  loadedState,
  type Coverage,
  type LoadedState,
  type Range,
  type TripRules,
} from '#shared/domain/history';
import { PlaceIndex } from '#shared/domain/places';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import { unitChoiceOf, unitsOf } from '#shared/domain/units';
import { fail } from '#shared/fault';
import type { TrackColumns } from '#shared/history/columns';
import { emptyTrack, mergeTracks } from '#shared/history/track';
import { acceptedRows, findJourney } from '#shared/history/trips';
import { findVisits, silentMs, type Visit } from '#shared/history/visits';
import type { Language } from '#shared/i18n/languages';
import { message, type Translate } from '#shared/i18n/translate';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Caller } from '#shared/ipc/define';
import type { TableFormat } from '#shared/ipc/exchange';
import {
  mostDeviceDays,
  mostVisits,
  type DeviceDay,
  type DeviceVisit,
  type VisitsQuery,
} from '#shared/ipc/visits';
import { dayUse, type DayUse, type LoadedPart } from './day-use';

/**
 * Loaded days around those asked for are looked at, too: who stands at a depot on Monday morning may have come on
 * Friday, and who left it at night is known by a fix of the next day.
 */
const daysBefore = 3;
const daysAfter = 1;
/** Visits and days of devices in memory, about 200 bytes each. */
const mostKept = 100_000;

/** What was computed of a device. */
interface Computed {
  /** What it was computed from. */
  version: string;
  range: Range;
  visits: readonly (Visit & { isOpen: boolean })[];
  /** By the start of the day. */
  days: ReadonlyMap<number, DayUse>;
}

interface VisitsOptions {
  days: Pick<DayStore, 'fetched' | 'track' | 'versionOf'>;
  coverage: (log: 'locations', deviceId: string, range: Range) => Coverage;
  places: Pick<Places, 'all' | 'index'>;
  settings: () => Pick<Settings, 'tripRules'>;
  now: () => number;
  /** The name of a device. */
  labelOf: (deviceId: string) => string;
}

const noPlaces = new PlaceIndex([]);
const always = () => true;

/**
 * Visits and days of use of many devices, from the loaded history of one account. What was computed of a device is kept
 * until its history, a place or a rule changes.
 */
export class Visits {
  readonly #options: VisitsOptions;
  /** The device that was needed last is the last one. */
  readonly #computed = new Map<string, Computed>();
  #kept = 0;
  #index = noPlaces;
  #isClosed = false;
  #prepare: () => boolean = () => true;

  constructor(options: VisitsOptions) {
    this.#options = options;
  }

  /** Runs before questions, until it returns true. */
  prepareWith(prepare: () => boolean): void {
    this.#prepare = prepare;
  }

  /** All visits of which a fix inside is in the days, by arrival. */
  async list(query: VisitsQuery, isWanted = always): Promise<DeviceVisit[]> {
    check(query);
    const range = rangeOf(query);
    const names = new Map(this.#options.places.all().map(({ id, name }) => [id, name]));
    const found: DeviceVisit[] = [];
    for await (const [deviceId, { visits }] of this.#each(query, isWanted)) {
      const device = this.#options.labelOf(deviceId);
      for (const visit of visits) {
        if (visit.arrivedBy >= range.to || visit.leftAfter < range.from) continue;
        const { placeId, arrivedAfter, arrivedBy, leftAfter, leftBy, metresSince, isOpen } = visit;
        found.push({
          id: `${deviceId} ${placeId} ${arrivedBy}`,
          deviceId,
          device,
          placeId,
          place: names.get(placeId) ?? '',
          arrivedAfter,
          arrivedBy,
          leftAfter,
          leftBy,
          silentMs: silentMs(visit),
          metresSince,
          isOpen,
        });
      }
    }
    return found.sort((a, b) => a.arrivedBy - b.arrivedBy);
  }

  /** How each device was used on each day that has begun. */
  async days(query: VisitsQuery, isWanted = always): Promise<DeviceDay[]> {
    check(query);
    const days = daysOf(query).filter(({ from }) => from < this.#options.now());
    const found: DeviceDay[] = [];
    for await (const [deviceId, computed] of this.#each(query, isWanted)) {
      const device = this.#options.labelOf(deviceId);
      for (const { day, from, to } of days) {
        const { trips, use } = computed.days.get(from) ?? { trips: [], use: null };
        const state = this.#stateOf(deviceId, { from, to });
        found.push({
          id: `${deviceId} ${day}`,
          deviceId,
          device,
          day,
          from,
          to,
          state,
          trips,
          use,
        });
      }
    }
    return found;
  }

  #stateOf(deviceId: string, { from, to }: Range): LoadedState {
    const of = (end: number) =>
      this.#options.coverage('locations', deviceId, { from, to: end - 1 });
    const known = of(to);
    const now = this.#options.now();
    // The rest of a day that is not over is not missing.
    const rest = to > now ? known.missing.at(-1) : undefined;
    const isRest = rest !== undefined && rest.from > from && rest.to >= now - 1;
    if (!isRest) return loadedState(known);
    const soFar = loadedState(of(rest.from));
    return soFar === 'complete' ? 'canChange' : soFar;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Goes through the devices, with other work in between, as long as the answer is wanted. */
  async *#each(
    query: VisitsQuery,
    isWanted: () => boolean,
  ): AsyncGenerator<[deviceId: string, Computed]> {
    if (this.#prepare()) this.#prepare = () => true;
    const pause = yieldEvery();
    for (const deviceId of new Set(query.deviceIds)) {
      if (!isWanted()) return;
      yield [deviceId, await this.#of(deviceId, query, pause)];
      await pause();
      if (this.#isClosed) fail({ kind: 'notFound' });
    }
  }

  async #of(deviceId: string, query: VisitsQuery, pause: () => Promise<void>): Promise<Computed> {
    const asked = rangeOf(query);
    const places = this.#options.places.index() ?? noPlaces;
    const { tripRules } = this.#options.settings();
    if (places !== this.#index) {
      this.#computed.clear();
      this.#kept = 0;
      this.#index = places;
    }
    const versionOf = (range: Range) =>
      JSON.stringify([
        query.timeZone,
        tripRules,
        this.#options.days.versionOf('locations', deviceId, around(range)),
      ]);
    const known = this.#computed.get(deviceId);
    const covers = known && known.range.from <= asked.from && known.range.to >= asked.to;
    if (covers && known.version === versionOf(known.range)) {
      this.#computed.delete(deviceId);
      this.#computed.set(deviceId, known);
      return known;
    }
    const version = versionOf(asked);
    const computed = { version, ...(await this.#compute(deviceId, query, tripRules, pause)) };
    // A place may have changed meanwhile.
    if (places === this.#index) this.#keep(deviceId, computed);
    return computed;
  }

  async #compute(
    deviceId: string,
    query: VisitsQuery,
    rules: TripRules,
    pause: () => Promise<void>,
  ): Promise<Omit<Computed, 'version'>> {
    const { days, places, now } = this.#options;
    const index = this.#index;
    const range = rangeOf(query);
    const wide = around(range);
    const loaded = union(days.fetched('locations', deviceId));
    const end = loaded.at(-1)?.to ?? 0;
    const visits: (Visit & { isOpen: boolean })[] = [];
    const parts: LoadedPart[] = [];
    // Of a time that is not loaded nothing is known: no visit goes on across it.
    for (const part of loaded) {
      const here = intersection(part, wide);
      if (!here || !intersection(here, range)) continue;
      const track = await this.#track(deviceId, here, pause);
      const found = findVisits(track, index, rules);
      await pause();
      const journey = findJourney(track, rules);
      await pause();
      parts.push({
        range: here,
        track,
        rows: acceptedRows(track, rules.jumpKmh),
        journey,
        visits: found,
      });
      const isLast = here.to >= Math.min(end, now());
      visits.push(...found.map((visit) => ({ ...visit, isOpen: isLast && visit.leftBy === null })));
      await pause();
    }
    const customers = new Set(
      places.all().flatMap(({ id, kind }) => (kind === 'customer' ? [id] : [])),
    );
    const isCustomer = (id: string) => customers.has(id);
    const uses = daysOf(query).map((day) => [day.from, dayUse(parts, day, isCustomer)] as const);
    return { range, visits, days: new Map(uses) };
  }

  /** Positions alone, read day by day. */
  async #track(deviceId: string, range: Range, pause: () => Promise<void>): Promise<TrackColumns> {
    const read: TrackColumns[] = [];
    for (let { from } = range; from < range.to; from += dayMs) {
      const to = Math.min(from + dayMs, range.to) - 1;
      const { count, at, latitude, longitude, flags } = this.#options.days.track(deviceId, {
        from,
        to,
      });
      read.push({ ...emptyTrack(), count, at, latitude, longitude, flags });
      await pause();
    }
    return mergeTracks(read);
  }

  #keep(deviceId: string, computed: Computed): void {
    const sizeOf = ({ visits, days }: Computed) => visits.length + days.size;
    const known = this.#computed.get(deviceId);
    if (known) this.#kept -= sizeOf(known);
    this.#computed.delete(deviceId);
    this.#computed.set(deviceId, computed);
    this.#kept += sizeOf(computed);
    for (const [id, oldest] of this.#computed) {
      if (this.#kept <= mostKept || id === deviceId) break;
      this.#computed.delete(id);
      this.#kept -= sizeOf(oldest);
    }
  }
}

const around = ({ from, to }: Range): Range => ({
  from: from - daysBefore * dayMs,
  to: to + daysAfter * dayMs,
});

/** The first moment of the days, and the one after the last. */
function rangeOf({ from, to, timeZone }: VisitsQuery): Range {
  return {
    from: startOfDayInZone(from, timeZone),
    to: startOfDayInZone(plusDays(to, 1), timeZone),
  };
}

const daysOf = (query: VisitsQuery): (Range & { day: string })[] => {
  const { from, to } = rangeOf(query);
  return daysIn({ from, to: to - 1 }, query.timeZone).map((day) => ({
    ...day,
    day: dayInZone(day.from, query.timeZone),
  }));
};

/** Refuses what would take too long, and what is no day or zone. */
function check({ deviceIds, from, to, timeZone }: VisitsQuery): void {
  const isValid = isCalendarDay(from) && isCalendarDay(to) && isTimeZone(timeZone);
  const days = isValid ? daysBetween(from, to) + 1 : 0;
  if (days >= 1 && days * deviceIds.length <= mostDeviceDays) return;
  fail({
    kind: 'invalid',
    field: message('visits.days'),
    message: message('visits.tooMany', { most: mostDeviceDays }),
  });
}

/** A window waits only for its last question of each kind. */
export function visitsHandlers(visits: () => Visits): Pick<HandlersOf<'visits'>, 'list' | 'days'> {
  const asked = new Map<string, object>();
  const wanted = (what: 'list' | 'days', caller: Caller = 0) => {
    const key = `${what} ${caller}`;
    const question = {};
    asked.set(key, question);
    return () => asked.get(key) === question;
  };
  return {
    list: async (query, caller) => {
      const all = await visits().list(query, wanted('list', caller));
      return { visits: all.slice(0, mostVisits), leftOut: Math.max(0, all.length - mostVisits) };
    },
    days: (query, caller) => visits().days(query, wanted('days', caller)),
  };
}

interface VisitsFilesOptions extends SaveOptions<TableFormat> {
  account: () => { visits: Visits };
  profile: () => Profile | null;
  settings: () => Settings;
  language: () => Language;
  t: Translate;
  now: () => number;
}

/** Writes visits and days of use to a table that the user chooses. */
export const createVisitsFiles = (
  options: VisitsFilesOptions,
): Pick<HandlersOf<'visits'>, 'save'> => ({
  save: ({ what, format, rows, filter, ...query }) => {
    const { t, settings, now, language, profile, account } = options;
    const name = [t(what === 'visits' ? 'visits.title' : 'visits.days'), query.from, query.to];
    return saveFile(options, [...new Set(name)].join(' '), format, async () => {
      // Loaded when it is used.
      const { daysTable, visitsTable } = await import('#main/exchange/visits-table');
      const { visits } = account();
      const context = {
        language: language(),
        account: accountText(profile(), t),
        filter: filter.trim() || null,
        timeZone: query.timeZone,
        exportedAt: now(),
        distance: unitsOf(unitChoiceOf(settings())).distance,
      };
      const table =
        what === 'visits'
          ? visitsTable(inOrder(await visits.list(query), rows), context)
          : daysTable(inOrder(await visits.days(query), rows), context);
      return { bytes: writeTable(table, format), rows: table.rows.length };
    });
  },
});

function inOrder<Row extends { id: string }>(all: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(all.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
