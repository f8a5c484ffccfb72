import { z } from 'zod';
import type { Cache } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import type { Condition } from '#shared/domain/alert-rules';
import { chosenTimeZone } from '#shared/domain/calendar';
import { isAhead } from '#shared/domain/device-state';
import type { Group } from '#shared/domain/group';
import {
  conditionKindOf,
  eventText,
  isForbiddenEntry,
  mostPlaceRules,
  nowhere,
  PlaceRuleEngine,
  placeEventSchema,
  placeRuleSchema,
  readPresence,
  storedPresence,
  type DevicePresence,
  type FoundEvent,
  type PlaceEvent,
  type PlaceFix,
  type PlaceRule,
} from '#shared/domain/place-rules';
import type { Settings } from '#shared/domain/settings';
import { message, type Message } from '#shared/i18n/translate';
import type { HandlersOf } from '#shared/ipc/contract';
import type { PlaceEventsOverview, PlaceRulesChange } from '#shared/ipc/places';
import type { Places } from './places';
import { UndoableRecords } from './undoable-records';

interface PlaceRulesOptions {
  cache: Pick<Cache, 'records' | 'loadFleet' | 'slotOf'>;
  clock: Clock;
  newId: () => string;
  settings: () => Settings;
  places: Pick<Places, 'all'>;
  groups: () => readonly Group[];
  accountTimeZone: () => string | null;
  computerTimeZone: () => string;
  /** `summary`: in place of several of them. */
  notify: (conditions: readonly Condition[], summary?: Message) => void;
  onChanged: (overview: PlaceEventsOverview) => void;
}

/** The most events that are kept; the oldest ones go, several at once. */
const mostEvents = 2_000;
const dropped = 200;
const storeMs = 1_000;
/** What is found in this time after the first thing from before the start is told in one line. */
const closedMs = 120_000;

/**
 * Notifies by the user's rules of places, on each new position of a device, whether a window is open or not. Where
 * devices are is known again after a restart; what is learned first is not told.
 */
export class PlaceRules {
  readonly #options: PlaceRulesOptions;
  readonly #rules;
  readonly #events;
  readonly #presences;
  readonly #saving;
  readonly #changed;
  #known: PlaceEvent[] | null = null;
  #engine: { of: PlaceRuleEngine; rules: unknown; places: unknown; limits: string } | null = null;
  /** Devices that are near a place, or of which a state was told. */
  #devices: Map<string, DevicePresence> | null = null;
  readonly #unsaved = new Set<string>();
  /** The last fix of each device that the rules have seen, and with which engine, by slot. */
  #last = new LastFixes(0);
  #generation = 0;
  #members: { of: unknown; sets: Map<string, ReadonlySet<string>> } | null = null;
  #startedAt = Number.POSITIVE_INFINITY;
  /** Conditions from before the start that are told together; null: they were. */
  #closed: Condition[] | null = [];
  #cancelClosed = (): void => undefined;
  #revision = 0;

  constructor(options: PlaceRulesOptions) {
    this.#options = options;
    const { cache, clock } = options;
    const tooMany = message('place-rules.tooMany', { most: mostPlaceRules });
    this.#rules = new UndoableRecords(
      cache.records('placeRule'),
      placeRuleSchema,
      mostPlaceRules,
      tooMany,
    );
    this.#events = cache.records('placeEvent');
    this.#presences = cache.records('placePresence');
    this.#saving = createThrottle(clock, storeMs, () => this.#save());
    this.#changed = createThrottle(clock, storeMs, () => options.onChanged(this.overview()));
  }

  all(): readonly PlaceRule[] {
    return this.#rules.all();
  }

  /** Stores a change in one write, and returns the change that undoes it. */
  change(change: PlaceRulesChange): PlaceRulesChange {
    const before = this.#rules.change(change);
    // The other windows show them.
    this.#tell();
    // Now: with the next position, the one before would be gone. Without a rule, what is known grows old.
    if (!this.#current()) this.#forgetPresences();
    return before;
  }

  start(): void {
    this.#startedAt = this.#options.clock.now();
    this.#current();
  }

  /** The service answered about a device, and the columns have its last position. */
  seen(deviceId: string): void {
    const engine = this.#current();
    const { cache, clock } = this.#options;
    const slot = engine ? cache.slotOf(deviceId) : null;
    if (!engine || slot === null) return;
    const { positionAt, latitude, longitude } = cache.loadFleet().columns;
    const fix = { at: positionAt[slot]!, latitude: latitude[slot]!, longitude: longitude[slot]! };
    const before = this.#last.of(slot);
    if (!(fix.at > (before?.at ?? Number.NEGATIVE_INFINITY)) || isAhead(fix.at, clock.now()))
      return;
    let known = this.#presenceOf(deviceId);
    if (!before) {
      this.#remember(deviceId, slot, known, engine.learn(deviceId, known, fix), fix);
      return;
    }
    if (this.#last.generationOf(slot) !== this.#generation) {
      known = engine.learn(deviceId, known, before);
    }
    const { presence, last, events } = engine.observe(deviceId, known, before, fix);
    this.#remember(deviceId, slot, known, presence, last);
    if (events.length > 0) this.#happened(events);
  }

  events(): PlaceEvent[] {
    return this.#stored().toReversed();
  }

  overview(): PlaceEventsOverview {
    const open = this.#stored().filter(({ acknowledgedAt }) => acknowledgedAt === null);
    return { open: open.length, revision: this.#revision };
  }

  /** `isDone` false: they are open again. */
  acknowledge(ids: readonly string[], isDone: boolean): void {
    const wanted = new Set(ids);
    const acknowledgedAt = isDone ? this.#options.clock.now() : null;
    const changed = this.#stored()
      .filter(({ id }) => wanted.has(id))
      .map((event) => ({ ...event, acknowledgedAt }));
    const byId = new Map(changed.map((event) => [event.id, event]));
    this.#events.putMany(byId);
    this.#known = this.#stored().map((event) => byId.get(event.id) ?? event);
    this.#tell();
  }

  /** The last time: the cache is closed afterwards. */
  close(): void {
    this.#cancelClosed();
    this.#saving.close();
    this.#changed.close();
  }

  /** null: no rule is on. */
  #current(): PlaceRuleEngine | null {
    const rules = this.all();
    if (!rules.some(({ isOn }) => isOn)) return (this.#engine = null);
    const { places, settings, cache } = this.#options;
    const all = places.all();
    const { stopRadiusMetres, jumpKmh } = settings().tripRules;
    const limits = `${stopRadiusMetres} ${jumpKmh}`;
    const { rules: lastRules, places: lastPlaces, limits: lastLimits } = this.#engine ?? {};
    if (this.#engine && rules === lastRules && all === lastPlaces && limits === lastLimits) {
      return this.#engine.of;
    }
    // Nothing was followed meanwhile.
    if (!this.#engine) this.#last = LastFixes.of(cache.loadFleet().columns);
    const of = new PlaceRuleEngine({
      rules,
      places: all,
      limits: { stopRadiusMetres, jumpKmh },
      timeZone: () => this.#timeZone(),
      isMember: (deviceId, groups) => this.#isMember(deviceId, groups),
    });
    this.#engine = { of, rules, places: all, limits };
    this.#generation += 1;
    return of;
  }

  #timeZone(): string {
    const { settings, accountTimeZone, computerTimeZone } = this.#options;
    const zones = { account: accountTimeZone(), computer: computerTimeZone() };
    return chosenTimeZone(settings().timeZone, zones);
  }

  #isMember(deviceId: string, groups: readonly string[]): boolean {
    const known = this.#options.groups();
    if (this.#members?.of !== known) {
      const sets = known.map(({ id, deviceIds }) => [id, new Set(deviceIds)] as const);
      this.#members = { of: known, sets: new Map(sets) };
    }
    return groups.some((id) => this.#members!.sets.get(id)?.has(deviceId));
  }

  #presenceOf(deviceId: string): DevicePresence {
    if (!this.#devices) {
      const byId = new Map(this.#options.places.all().map((place) => [place.id, place]));
      this.#devices = new Map(
        this.#presences
          .all()
          .map(({ id, value }) => [id, readPresence(value, (place) => byId.get(place))]),
      );
    }
    return this.#devices.get(deviceId) ?? nowhere;
  }

  #remember(
    deviceId: string,
    slot: number,
    before: DevicePresence,
    after: DevicePresence,
    last: PlaceFix,
  ): void {
    this.#last.set(slot, last, this.#generation);
    if (after.near.length + after.active.length + after.doubted.length === 0) {
      this.#devices!.delete(deviceId);
    } else this.#devices!.set(deviceId, after);
    // The last fix inside is in the offline copy.
    const placesOf = ({ near, active }: DevicePresence) =>
      JSON.stringify([near.map(({ place, inside }) => [place.id, inside?.by]), active]);
    if (before === after || placesOf(before) === placesOf(after)) return;
    this.#unsaved.add(deviceId);
    this.#saving.due();
  }

  #forgetPresences(): void {
    this.#presences.removeMany(this.#presences.ids());
    this.#devices = new Map();
    this.#unsaved.clear();
  }

  #save(): void {
    const ids = [...this.#unsaved];
    this.#unsaved.clear();
    this.#presences.putMany(ids.map((id) => [id, storedPresence(this.#presenceOf(id))] as const));
  }

  #stored(): PlaceEvent[] {
    return (this.#known ??= z
      .array(placeEventSchema.nullable().catch(null))
      .parse(this.#events.all().map(({ value }) => value))
      .filter((event) => event !== null));
  }

  #happened(found: readonly FoundEvent[]): void {
    const { newId } = this.#options;
    const added = found.map((event) => ({ ...event, id: newId(), acknowledgedAt: null }));
    const events = [...this.#stored(), ...added];
    const old =
      events.length > mostEvents ? events.splice(0, events.length - mostEvents + dropped) : [];
    this.#events.putMany([
      ...added.map((event) => [event.id, event] as const),
      ...old.map(({ id }) => [id, undefined] as const),
    ]);
    this.#known = events;
    this.#tell();
    for (const event of added) this.#notify(event);
  }

  #tell(): void {
    this.#revision += 1;
    this.#changed.due();
  }

  #notify(event: PlaceEvent): void {
    const { clock, notify } = this.#options;
    const condition: Condition = {
      deviceId: event.deviceId,
      kind: conditionKindOf(event),
      key: String(event.by),
      isCritical: isForbiddenEntry(event),
      text: eventText(event, { now: clock.now(), timeZone: this.#timeZone() }),
    };
    const isOfBefore = (event.after ?? event.by) < this.#startedAt;
    if (!isOfBefore || this.#closed === null) return notify([condition]);
    if (this.#closed.length === 0) {
      this.#cancelClosed = clock.after(closedMs, () => this.#notifyClosed());
    }
    this.#closed.push(condition);
  }

  #notifyClosed(): void {
    const conditions = this.#closed!;
    this.#closed = null;
    const devices = new Set(conditions.map(({ deviceId }) => deviceId)).size;
    const summary = message('place-rules.notice.closed', { events: conditions.length, devices });
    this.#options.notify(conditions, conditions.length > 1 ? summary : undefined);
  }
}

/** Fixes by slot: a fleet has many devices that are near no place. */
class LastFixes {
  #at: Float64Array;
  #latitude: Float64Array;
  #longitude: Float64Array;
  #generations: Uint32Array;

  constructor(count: number) {
    this.#at = new Float64Array(count).fill(Number.NaN);
    this.#latitude = new Float64Array(count);
    this.#longitude = new Float64Array(count);
    this.#generations = new Uint32Array(count);
  }

  static of({
    count,
    positionAt,
    latitude,
    longitude,
  }: ReturnType<Cache['loadFleet']>['columns']): LastFixes {
    const fixes = new LastFixes(count);
    fixes.#at.set(positionAt.subarray(0, count));
    fixes.#latitude.set(latitude.subarray(0, count));
    fixes.#longitude.set(longitude.subarray(0, count));
    return fixes;
  }

  of(slot: number): PlaceFix | null {
    const at = this.#at[slot];
    if (at === undefined || Number.isNaN(at)) return null;
    return { at, latitude: this.#latitude[slot]!, longitude: this.#longitude[slot]! };
  }

  generationOf(slot: number): number {
    return this.#generations[slot] ?? 0;
  }

  set(slot: number, { at, latitude, longitude }: PlaceFix, generation: number): void {
    if (slot >= this.#at.length) this.#grow(slot * 2 + 16);
    this.#at[slot] = at;
    this.#latitude[slot] = latitude;
    this.#longitude[slot] = longitude;
    this.#generations[slot] = generation;
  }

  #grow(count: number): void {
    const larger = new LastFixes(count);
    larger.#at.set(this.#at);
    larger.#latitude.set(this.#latitude);
    larger.#longitude.set(this.#longitude);
    larger.#generations.set(this.#generations);
    this.#at = larger.#at;
    this.#latitude = larger.#latitude;
    this.#longitude = larger.#longitude;
    this.#generations = larger.#generations;
  }
}

export const placeRulesHandlers = (rules: () => PlaceRules): HandlersOf<'placeRules'> => ({
  all: () => [...rules().all()],
  change: (change) => rules().change(change),
  events: () => rules().events(),
  overview: () => rules().overview(),
  acknowledge: ({ ids, isDone }) => rules().acknowledge(ids, isDone),
});
