import { z } from 'zod';
import { metresBetween } from '../history/distance';
import { message, type Message } from '../i18n/translate';
import { dayInZone, zonedMoment } from './calendar';
import type { TripRules } from './history';
import { isOpenAt, minuteOfWeek, openWeekOf, type OpenWeek } from './opening-hours';
import { mostPlaces, placeKinds, type Place, PlaceIndex, type PlaceKind } from './places';

/** What a rule notifies of. `isInside` and `isOutside` are about the time outside the opening hours. */
export const ruleTriggers = ['enters', 'leaves', 'stays', 'isInside', 'isOutside'] as const;
export type RuleTrigger = (typeof ruleTriggers)[number];

/** When to notify of devices and places. */
export const placeRuleSchema = z.object({
  id: z.uuid(),
  trigger: z.enum(ruleTriggers),
  /** Of `stays`: longer than so many minutes. */
  minutes: z.number().int().min(1).max(43_200),
  /** Ids of places, or all of a kind. */
  places: z.union([z.array(z.uuid()).min(1).max(mostPlaces), z.enum(placeKinds)]),
  /** Ids of groups of devices; empty: all devices. */
  groups: z.array(z.string().max(512)).max(10_000),
  isOn: z.boolean(),
});
export type PlaceRule = z.infer<typeof placeRuleSchema>;

/** The most rules of an account. */
export const mostPlaceRules = 500;

/** What a rule found, no more exact than the positions: times are those of fixes, epoch milliseconds. */
export const placeEventSchema = z.object({
  id: z.string(),
  trigger: z.enum(ruleTriggers),
  ruleId: z.string(),
  deviceId: z.string(),
  placeId: z.string(),
  /** Its name at that time; null: outside all of several. */
  place: z.string().nullable(),
  kind: z.enum(placeKinds),
  /** It happened after the fix of this time; null: not known, or it has no beginning. */
  after: z.number().nullable(),
  /** By this time; of a state: the first fix that shows it. */
  by: z.number(),
  /** Of `stays`. */
  minutes: z.number(),
  acknowledgedAt: z.number().nullable(),
});
export type PlaceEvent = z.infer<typeof placeEventSchema>;
export type FoundEvent = Omit<PlaceEvent, 'id' | 'acknowledgedAt'>;

/** What memory of notifications an event belongs to: each rule at each place has its own. */
export const conditionKindOf = ({ ruleId, placeId }: Pick<PlaceEvent, 'ruleId' | 'placeId'>) =>
  `place:${ruleId}:${placeId}`;
export const isOfPlaceRule = (conditionKind: string) => conditionKind.startsWith('place:');

/** A forbidden place was entered. */
export const isForbiddenEntry = ({ trigger, kind }: Pick<PlaceEvent, 'trigger' | 'kind'>) =>
  trigger === 'enters' && kind === 'forbidden';

/** What happened in words, for a reader in `timeZone`: a day is named unless it is today there. */
export function eventText(
  event: Pick<PlaceEvent, 'trigger' | 'place' | 'after' | 'by' | 'minutes'>,
  { now, timeZone }: { now: number; timeZone: string },
): Message {
  const { trigger, place, after, by, minutes } = event;
  const isToday = [after ?? by, by].every(
    (at) => dayInZone(at, timeZone) === dayInZone(now, timeZone),
  );
  const day = isToday ? 'today' : 'other';
  if (trigger === 'isOutside') {
    return place === null
      ? message('place-rules.event.isOutsideAll', { day, by })
      : message('place-rules.event.isOutside', { place, day, by });
  }
  const name = place ?? '';
  if (trigger === 'isInside')
    return message('place-rules.event.isInside', { place: name, day, by });
  if (trigger === 'stays') {
    return minutes % 60 === 0
      ? message('place-rules.event.stays.hours', { place: name, hours: minutes / 60 })
      : message('place-rules.event.stays.minutes', { place: name, minutes });
  }
  const minuteMs = 60_000;
  const isOneMinute = after !== null && Math.floor(after / minuteMs) === Math.floor(by / minuteMs);
  return after === null || isOneMinute
    ? message(`place-rules.event.${trigger}.by`, { place: name, day, by })
    : message(`place-rules.event.${trigger}.between`, { place: name, day, after, by });
}

export interface PlaceFix {
  at: number;
  latitude: number;
  longitude: number;
}

/** A place that a device is in, or so near to that its tracker may wander into it. */
interface Presence {
  place: Place;
  /** The last fix outside before; null: not known. */
  outsideAt: number | null;
  /** The first and the last fix inside; null: there was none. */
  inside: { by: number; at: number } | null;
}

/** What is known of a device between two fixes. */
export interface DevicePresence {
  near: readonly Presence[];
  /** States that were told, by rule and place. */
  active: readonly string[];
  /** Fixes too far from the last one to be believed alone. */
  doubted: readonly PlaceFix[];
}

const storedPresenceSchema = z.object({
  near: z.array(
    z.object({
      id: z.string(),
      outsideAt: z.number().nullable(),
      inside: z.object({ by: z.number(), at: z.number() }).nullable(),
    }),
  ),
  active: z.array(z.string()),
});

/** As it is stored; undefined: there is nothing to store. */
export const storedPresence = ({ near, active }: DevicePresence): unknown =>
  near.length + active.length === 0
    ? undefined
    : { near: near.map(({ place: { id }, ...each }) => ({ id, ...each })), active };

export function readPresence(
  value: unknown,
  placeOf: (id: string) => Place | undefined,
): DevicePresence {
  const stored = storedPresenceSchema.safeParse(value).data;
  if (!stored) return nowhere;
  const near = stored.near.flatMap(({ id, ...each }): Presence[] => {
    const place = placeOf(id);
    return place ? [{ place, ...each }] : [];
  });
  return { near, active: stored.active, doubted: [] };
}

export const nowhere: DevicePresence = { near: [], active: [], doubted: [] };

export interface PlaceRulesOptions {
  rules: readonly PlaceRule[];
  places: readonly Place[];
  limits: Pick<TripRules, 'stopRadiusMetres' | 'jumpKmh'>;
  /** Opening hours are by the clock of this zone. */
  timeZone: () => string;
  isMember: (deviceId: string, groups: readonly string[]) => boolean;
}

/** Nearer than this, a fix is no jump. */
const smallestJumpMetres = 150;
/** So many fixes that fit together are believed, however far they are. */
const agreeingFixes = 3;

/**
 * Finds what rules notify of, from one fix of a device to the next. As visits are found: a device is inside at a fix
 * within the outline, outside at a fix farther from it than the radius of a stop, and between them where it was before.
 * So it came after the last fix outside and by the first one inside. The cost of a fix depends on the places around it.
 */
export class PlaceRuleEngine {
  readonly #index: PlaceIndex;
  readonly #byPlace = new Map<string, PlaceRule[]>();
  readonly #byKind = new Map<PlaceKind, PlaceRule[]>();
  /** Rules about being outside, with the places they are about and when one of those is open. */
  readonly #outside: { rule: PlaceRule; ids: ReadonlySet<string>; first: Place; week: OpenWeek }[] =
    [];
  readonly #weeks = new WeakMap<Place, OpenWeek>();
  #minute = { of: Number.NaN, timeZone: '', ofWeek: 0 };

  constructor(private readonly options: PlaceRulesOptions) {
    const about = new Set<Place>();
    for (const rule of options.rules) {
      if (!rule.isOn) continue;
      const { places: of } = rule;
      const ids = typeof of === 'string' ? null : new Set(of);
      const places = options.places.filter(({ id, kind }) => (ids ? ids.has(id) : kind === of));
      for (const place of places) about.add(place);
      if (rule.trigger === 'isOutside') {
        const known = places.flatMap(({ hours }) => (hours ? [hours] : []));
        if (known.length > 0) {
          const idsOfPlaces = new Set(places.map(({ id }) => id));
          const week = openWeekOf(known);
          this.#outside.push({ rule, ids: idsOfPlaces, first: places[0]!, week });
        }
      }
      if (typeof of === 'string') push(this.#byKind, of, rule);
      else for (const id of new Set(of)) push(this.#byPlace, id, rule);
    }
    this.#index = new PlaceIndex([...about], options.limits.stopRadiusMetres);
  }

  /** Where a device is by a fix, without telling of it: the rules, the places or the device are new. */
  learn(deviceId: string, known: DevicePresence, fix: PlaceFix): DevicePresence {
    const near = this.#index.near(fix.longitude, fix.latitude).map(({ place, isInside }) => {
      const before = known.near.find(
        (each) => each.place.id === place.id && isSameArea(each.place, place),
      );
      const { outsideAt = null, inside = null } = before ?? {};
      return { place, outsideAt, inside: isInside ? since(inside, fix.at) : inside };
    });
    const states = this.#states(deviceId, near, fix, new Set(known.active));
    return { near, active: states.map(({ key }) => key), doubted: [] };
  }

  /** `last` is the fix that counts as the last one from now on. */
  observe(
    deviceId: string,
    known: DevicePresence,
    before: PlaceFix,
    fix: PlaceFix,
  ): { presence: DevicePresence; last: PlaceFix; events: FoundEvent[] } {
    if (this.#canFollow(before, fix)) return this.#step(deviceId, known, before, fix);
    const isAgreeing = known.doubted.length > 0 && this.#canFollow(known.doubted.at(-1)!, fix);
    const doubted = isAgreeing ? [...known.doubted, fix] : [fix];
    if (doubted.length < agreeingFixes) {
      return { presence: { ...known, doubted }, last: before, events: [] };
    }
    let result = { presence: known, last: before, events: [] as FoundEvent[] };
    for (const each of doubted) {
      const next = this.#step(deviceId, result.presence, result.last, each);
      result = { ...next, events: [...result.events, ...next.events] };
    }
    return result;
  }

  #canFollow(a: PlaceFix, b: PlaceFix): boolean {
    const metres = metresBetween(a.latitude, a.longitude, b.latitude, b.longitude);
    const fastest = this.options.limits.jumpKmh / 3.6 / 1_000;
    return metres <= smallestJumpMetres || metres <= fastest * (b.at - a.at);
  }

  #step(deviceId: string, known: DevicePresence, before: PlaceFix, fix: PlaceFix) {
    const events: FoundEvent[] = [];
    const found = this.#index.near(fix.longitude, fix.latitude);
    if (found.length === 0 && known.near.length === 0 && this.#outside.length === 0) {
      return { presence: nowhere, last: fix, events };
    }
    for (const { place, inside } of known.near) {
      if (inside === null || found.some((each) => each.place.id === place.id)) continue;
      this.#tell(events, 'leaves', deviceId, { place, after: inside.at, by: fix.at });
    }
    const near = found.map(({ place, isInside }): Presence => {
      const last = known.near.find((each) => each.place.id === place.id);
      const outsideAt = last ? last.outsideAt : before.at;
      const inside = last?.inside ?? null;
      if (isInside && inside === null) {
        this.#tell(events, 'enters', deviceId, { place, after: outsideAt, by: fix.at });
      }
      return { place, outsideAt, inside: isInside ? since(inside, fix.at) : inside };
    });
    const told = new Set(known.active);
    const states = this.#states(deviceId, near, fix, told);
    for (const { key, rule, place, isOfAll } of states) {
      if (told.has(key)) continue;
      events.push({
        ...eventOf(rule, deviceId, place),
        place: isOfAll ? null : place.name,
        after: null,
        by: fix.at,
      });
    }
    return {
      presence: { near, active: states.map(({ key }) => key), doubted: [] },
      last: fix,
      events,
    };
  }

  #tell(
    events: FoundEvent[],
    trigger: RuleTrigger,
    deviceId: string,
    { place, ...times }: { place: Place; after: number | null; by: number },
  ): void {
    for (const rule of this.#rulesOf(place, deviceId)) {
      if (rule.trigger === trigger) events.push({ ...eventOf(rule, deviceId, place), ...times });
    }
  }

  #rulesOf(place: Place, deviceId: string): PlaceRule[] {
    const { isMember } = this.options;
    if (place.groups.length > 0 && !isMember(deviceId, place.groups)) return [];
    return [...(this.#byPlace.get(place.id) ?? []), ...(this.#byKind.get(place.kind) ?? [])].filter(
      ({ groups }) => groups.length === 0 || isMember(deviceId, groups),
    );
  }

  /** The states that hold at a fix; where it says neither, those that held before. */
  #states(
    deviceId: string,
    near: readonly Presence[],
    fix: PlaceFix,
    told: ReadonlySet<string>,
  ): { key: string; rule: PlaceRule; place: Place; isOfAll?: boolean }[] {
    const states: { key: string; rule: PlaceRule; place: Place; isOfAll?: boolean }[] = [];
    for (const { place, inside } of near) {
      if (inside === null) continue;
      const isInside = inside.at === fix.at;
      for (const rule of this.#rulesOf(place, deviceId)) {
        const key = `${rule.id} ${place.id}`;
        const isNew =
          (rule.trigger === 'stays' && inside.at - inside.by > rule.minutes * 60_000) ||
          (rule.trigger === 'isInside' && isInside && this.#isClosed(place, fix.at));
        const isUndecided = rule.trigger === 'isInside' && !isInside && told.has(key);
        if (isNew || isUndecided) states.push({ key, rule, place });
      }
    }
    for (const { rule, ids, first, week } of this.#outside) {
      const key = `${rule.id} `;
      const around = near.filter(({ place }) => ids.has(place.id));
      const isUndecided = around.every(({ inside }) => inside?.at !== fix.at) && told.has(key);
      if (around.length > 0 && !isUndecided) continue;
      if (rule.groups.length > 0 && !this.options.isMember(deviceId, rule.groups)) continue;
      if (isOpenAt(week, this.#minuteOfWeek(fix.at))) continue;
      states.push({ key, rule, place: first, isOfAll: ids.size > 1 });
    }
    return states;
  }

  /** A place without stated hours is never closed. */
  #isClosed(place: Place, at: number): boolean {
    if (!place.hours) return false;
    let week = this.#weeks.get(place);
    if (!week) this.#weeks.set(place, (week = openWeekOf([place.hours])));
    return !isOpenAt(week, this.#minuteOfWeek(at));
  }

  #minuteOfWeek(at: number): number {
    const of = Math.floor(at / 60_000);
    const timeZone = this.options.timeZone();
    if (this.#minute.of !== of || this.#minute.timeZone !== timeZone) {
      this.#minute = { of, timeZone, ofWeek: minuteOfWeek(zonedMoment(at, timeZone)) };
    }
    return this.#minute.ofWeek;
  }
}

const since = (inside: Presence['inside'], at: number) => ({ by: inside?.by ?? at, at });

function push<K>(map: Map<K, PlaceRule[]>, key: K, rule: PlaceRule): void {
  const rules = map.get(key);
  if (rules) rules.push(rule);
  else map.set(key, [rule]);
}

/** Places are replaced by changes of their names too. */
const isSameArea = (a: Place, b: Place): boolean =>
  a.shape === b.shape || JSON.stringify(a.shape) === JSON.stringify(b.shape);

const eventOf = (rule: PlaceRule, deviceId: string, { id, name, kind }: Place) => ({
  trigger: rule.trigger,
  ruleId: rule.id,
  deviceId,
  placeId: id,
  place: name as string | null,
  kind,
  minutes: rule.minutes,
});
