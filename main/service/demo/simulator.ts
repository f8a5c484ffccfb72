import type { DemoRow, Range } from '../store';
import { depotIndexOf } from './cities';
import { planOf, type Phase, type Plan, motionAt, rideOf, type Motion } from './schedule';
import { randomFor } from './random';
import { offset } from './streets';

/** A fix of a demo device: the wire's location record without its `dateTime`. */
export interface DemoFix {
  at: number;
  record: Record<string, unknown>;
}

const daySeconds = 86_400;
const tickMs = 10_000;
const everyMs = { drive: tickMs, idle: 30_000, parked: 300_000 } as const;
/** Odometers start here, so that they rise throughout a year of history. */
const commissionedDay = Math.floor(Date.UTC(2025, 0, 1) / 86_400_000);
/** The interface keeps history for a year at most (wire contract 1.6). */
const historyMs = 366 * 86_400_000;

/** 1 January 1970 was a Thursday. */
const isSunday = (day: number) => (((day + 4) % 7) + 7) % 7 === 0;
const sundaysBefore = (day: number) => Math.floor((day + 3) / 7);

function workedDaysBefore(plan: Plan, day: number): number {
  const days = day - commissionedDay;
  return plan.restsOnSunday ? days - (sundaysBefore(day) - sundaysBefore(commissionedDay)) : days;
}

interface Moment {
  kind: Phase['kind'];
  motion: Motion;
  metresToday: number;
  inactiveSeconds: number;
  ignitionSeconds: number;
  odometerKm: number;
}

function phaseAt(plan: Plan, second: number): { phase: Phase; index: number } {
  let index = plan.phases.length - 1;
  while (index > 0 && plan.phases[index]!.start > second) index -= 1;
  return { phase: plan.phases[index]!, index };
}

/** Seconds a vehicle has been stationary before its first trip on local day number `day`. */
function standingSinceEarlier(plan: Plan, day: number, second: number): number {
  const night = plan.phases[plan.phases.length - 1]!.start;
  const restDays = plan.restsOnSunday && isSunday(day - 1) ? 1 : 0;
  return second + daySeconds - night + restDays * daySeconds;
}

/** The state of a working vehicle; a pure function of its plan and the time. */
function momentOf(plan: Plan, at: number): Moment {
  const own = (at + plan.offsetMs) / 1000;
  const day = Math.floor(own / daySeconds);
  const second = own - day * daySeconds;
  const rests = plan.restsOnSunday && isSunday(day);
  const { phase, index } = rests ? { phase: plan.phases[0]!, index: 0 } : phaseAt(plan, second);
  const since = second - phase.start;
  const driven = phase.kind === 'drive';
  const motion = driven
    ? motionAt(phase.way, since)
    : motionAt(phase.way, rideOf(phase.way).seconds);
  const metresToday = phase.metresBefore + (driven ? motion.metres : 0);
  const inactiveSeconds = driven
    ? motion.standingSeconds
    : index === 0
      ? standingSinceEarlier(plan, day, second)
      : since;
  return {
    kind: phase.kind,
    motion: driven ? motion : { ...motion, speed: 0 },
    metresToday,
    inactiveSeconds: Math.floor(inactiveSeconds),
    ignitionSeconds: phase.kind === 'parked' ? 0 : Math.floor(since),
    odometerKm:
      plan.odometerKm + (workedDaysBefore(plan, day) * plan.metresPerDay + metresToday) / 1000,
  };
}

/** A stationary device: parked for days, or idling. */
function standing(plan: Plan, demo: DemoRow, at: number): Moment {
  const way = plan.phases[0]!.way;
  const idles = demo.role === 'idles';
  // Somewhere along its route; stacked devices are at the depot's gate.
  const share = demo.role === 'stacked' ? 0 : randomFor(demo.seed, 'spot', demo.index)();
  const motion = motionAt(way, rideOf(way).seconds * share);
  const block = (idles ? 2 * 3600 : 17 * daySeconds) * 1000;
  const since = Math.floor(((at + plan.offsetMs) % block) / 1000);
  return {
    kind: idles ? 'idle' : 'parked',
    motion: { ...motion, speed: 0 },
    metresToday: 0,
    inactiveSeconds: since,
    ignitionSeconds: idles ? since : 0,
    odometerKm: plan.odometerKm,
  };
}

const works = (demo: DemoRow) =>
  demo.role !== 'idles' &&
  demo.role !== 'parked' &&
  demo.role !== 'stacked' &&
  demo.role !== 'zero';

function planFor(demo: DemoRow): Plan {
  const depotIndex = depotIndexOf(demo.role, demo.index);
  return planOf(demo.seed, depotIndex, demo.role === 'hauls' ? 'hauls' : 'drives', demo.area);
}

function kindAt(demo: DemoRow, plan: Plan, at: number): Phase['kind'] {
  if (!works(demo)) return demo.role === 'idles' ? 'idle' : 'parked';
  const own = (at + plan.offsetMs) / 1000;
  const day = Math.floor(own / daySeconds);
  if (plan.restsOnSunday && isSunday(day)) return 'parked';
  return phaseAt(plan, own - day * daySeconds).phase.kind;
}

const panicMs = 3 * 3_600_000;

function alertsAt({ panicAt }: DemoRow, at: number): Record<string, unknown> {
  const isPanic = panicAt !== null && at >= panicAt && at < panicAt + panicMs;
  return {
    alerts: isPanic ? ['SOSButton'] : [],
    ...(isPanic ? { alertTexts: ['Panic button pressed'] } : {}),
    warnings: [],
    hasCriticalAlert: isPanic,
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

function record(demo: DemoRow, plan: Plan, at: number): Record<string, unknown> {
  if (demo.role === 'zero') {
    return { latitude: 0, longitude: 0, speed: 0, battery: 71, attributes: { GPS: 'no fix' } };
  }
  const moment = works(demo) ? momentOf(plan, at) : standing(plan, demo, at);
  const { motion, kind } = moment;
  const slot = demo.role === 'stacked' ? { x: 0, y: 0 } : { x: plan.slotEast, y: plan.slotNorth };
  const place = offset(motion, slot);
  const slow = at / 3_600_000 + demo.index;
  const isRunning = kind !== 'parked';
  const fields: Record<string, unknown> = {
    latitude: rounded(place.latitude, 6),
    longitude: rounded(place.longitude, 6),
    speed: rounded(motion.speed, 2),
    course: rounded(motion.course, 1),
    battery: isRunning ? 100 : Math.max(8, 100 - Math.floor((moment.inactiveSeconds / 3600) * 0.3)),
    inactiveSeconds: moment.inactiveSeconds,
    milleage: rounded(moment.odometerKm, 2),
    ...alertsAt(demo, at),
    attributes: {
      Satellites: String(7 + Math.floor((Math.sin(slow) + 1) * 3)),
      HDOP: (1 + (Math.cos(slow) + 1) / 4).toFixed(1),
      Voltage: (isRunning ? 13.9 : 12.4).toFixed(1),
    },
    inputs: [isRunning, false, false, false],
    outputs: [false, false, false, false],
  };
  if (works(demo) || demo.role === 'idles') {
    fields.fuel = Math.max(4, Math.round(100 - ((moment.odometerKm % 520) / 520) * 90));
    fields.rpm = isRunning ? Math.round(820 + motion.speed * 95) : 0;
    fields.sensorTime1 = moment.ignitionSeconds;
  }
  if (plan.isRefrigerated) {
    fields.temperature = rounded(-18 + Math.sin(slow) * 1.4, 1);
    fields.temperature2 = rounded(-17.2 + Math.cos(slow) * 1.1, 1);
  }
  return fields;
}

/** The last moment at or before `at` when this device reported. */
function tickAt(demo: DemoRow, plan: Plan, at: number): number {
  let tick = Math.floor(at / tickMs) * tickMs;
  while (tick % everyMs[kindAt(demo, plan, tick)] !== 0) tick -= tickMs;
  return tick;
}

/** The latest fix of a demo device at `now`; null for a device without fixes. */
export function demoFixAt(demo: DemoRow, now: number): DemoFix | null {
  if (demo.role === 'never') return null;
  const plan = planFor(demo);
  const at = tickAt(demo, plan, Math.min(now, demo.silentSince ?? now));
  return { at, record: record(demo, plan, at) };
}

/**
 * The fixes a demo device sent in a range, ascending; at most `most` + 1 of them, so that the caller
 * can tell that there were too many without waiting for all.
 */
export function demoFixes(demo: DemoRow, range: Range, now: number, most: number): DemoFix[] {
  if (demo.role === 'never') return [];
  const plan = planFor(demo);
  const end = Math.min(range.to, now, demo.silentSince ?? now);
  const found: DemoFix[] = [];
  let at = Math.ceil(Math.max(range.from, now - historyMs) / tickMs) * tickMs;
  while (at <= end && found.length <= most) {
    if (at % everyMs[kindAt(demo, plan, at)] === 0)
      found.push({ at, record: record(demo, plan, at) });
    at += tickMs;
  }
  return found;
}
