import type { AlertRow, DemoArea, DemoRole, DeviceRow, LimitRow } from '../store';
import { dayOf, plusDays } from '../rules/calendar';
import { settled, type ExpiryEnds } from '../rules/licences';
import { labelOf } from './names';
import { between, pick, randomFor, wholeBetween } from './random';
import { demoFixAt } from './simulator';

/** Behaviour of the first devices, so that even a small fleet contains every kind. */
const opening: readonly DemoRole[] = [
  'drives',
  'drives',
  'parked',
  'drives',
  'silent',
  'hauls',
  'never',
  'idles',
  'expired',
  'zero',
  'drives',
  'stacked',
  'stacked',
  'drives',
  'silent',
  'stacked',
  'drives',
  'hauls',
  'drives',
  'expired',
];

/** Counts per hundred devices of a larger fleet. */
const shares: readonly [DemoRole, number][] = [
  ['drives', 62],
  ['hauls', 8],
  ['parked', 9],
  ['idles', 4],
  ['stacked', 5],
  ['silent', 6],
  ['expired', 3],
  ['never', 2],
  ['zero', 1],
];

export function roleOf(seed: number, index: number): DemoRole {
  const first = opening[index];
  if (first) return first;
  let ticket = randomFor(seed, 'role', index)() * 100;
  for (const [role, share] of shares) {
    ticket -= share;
    if (ticket < 0) return role;
  }
  return 'drives';
}

const hourMs = 3_600_000;

function silentSince(seed: number, index: number, role: DemoRole, now: number): number | null {
  if (role !== 'silent') return null;
  const random = randomFor(seed, 'silence', index);
  return now - pick(random, [1.5, 5, 11, 30, 76, 290, 900]) * hourMs;
}

function limitsOf(seed: number, index: number, role: DemoRole, today: string): LimitRow {
  const random = randomFor(seed, 'limits', index);
  const ahead = [3, 10, 40][index % 31] ?? null;
  const expirationDate =
    role === 'expired'
      ? plusDays(today, -wholeBetween(random, 1, 50))
      : ahead !== null
        ? plusDays(today, ahead)
        : random() < 0.4
          ? plusDays(today, wholeBetween(random, 90, 700))
          : null;
  return {
    expires: expirationDate !== null,
    expirationDate,
    dailyEmailLimit: random() < 0.6 ? pick(random, [5, 10, 20, 50]) : null,
    dailySmsLimit: random() < 0.4 ? pick(random, [0, 2, 5, 10]) : null,
  };
}

/** One seeded device as it is at `now` in an account of this time zone. */
export function demoDevice(
  seed: number,
  index: number,
  now: number,
  timeZone: string,
  expiryEnds: ExpiryEnds = 'both',
  area?: DemoArea,
): DeviceRow {
  const role = roleOf(seed, index);
  const random = randomFor(seed, 'counters', index);
  const today = dayOf(now, timeZone);
  const limits = limitsOf(seed, index, role, today);
  const sent = (limit: number | null) =>
    random() < 0.3 ? Math.min(wholeBetween(random, 1, 6), limit ?? Infinity) : 0;
  const device: DeviceRow = {
    ...labelOf(seed, index, role, area),
    limits,
    isActive: true,
    counters: { day: today, emails: sent(limits.dailyEmailLimit), sms: sent(limits.dailySmsLimit) },
    demo: {
      index,
      seed,
      role,
      silentSince: silentSince(seed, index, role, now),
      // Some minutes ago, so that the last fix already carries it.
      panicAt: index % 67 === 3 ? now - 10 * 60_000 : null,
      ...(area && { area }),
    },
  };
  // Expired devices have an expiration date in the past, as in a real account.
  return settled(device, now, timeZone, expiryEnds);
}

/** The same device without a licence: it expired some days ago. */
export function expired(
  device: DeviceRow,
  index: number,
  now: number,
  timeZone: string,
): DeviceRow {
  const expirationDate = plusDays(dayOf(now, timeZone), -1 - (index % 50));
  const limits = { ...device.limits, expires: true, expirationDate };
  return settled({ ...device, limits }, now, timeZone, 'both');
}

type Kind = readonly [name: string, text: string, channels: readonly string[]];

const panic: Kind = ['SOSButton', 'Panic button pressed', ['Email', 'SMS']];
const kinds: readonly Kind[] = [
  ['SpeedLimit', 'Faster than the set limit', ['Email']],
  ['HarshBraking', 'Hard braking', []],
  ['IdleTime', 'Engine running without moving', []],
  ['ForbiddenArea', 'Entered a forbidden zone', ['Email', 'SMS']],
  ['LowBattery', 'Internal battery low', ['Email']],
  ['Sensor1On', 'Ignition on', []],
];

/** Alerts of the days before `now`, placed where the device was. */
export function demoAlerts(device: DeviceRow, now: number): AlertRow[] {
  const { demo } = device;
  if (!demo || demo.role === 'never' || demo.role === 'zero') return [];
  const random = randomFor(demo.seed, 'alerts', demo.index);
  const count = demo.panicAt !== null ? 3 : random() < 0.3 ? wholeBetween(random, 1, 4) : 0;
  return Array.from({ length: count }, (_, i) => {
    const isPanic = i === 0 && demo.panicAt !== null;
    const wanted = isPanic ? Number(demo.panicAt) : now - between(random, 0.2, 120) * hourMs;
    const fix = demoFixAt(demo, wanted);
    const kind = isPanic ? panic : pick(random, kinds);
    return {
      deviceId: device.id,
      at: fix?.at ?? wanted,
      latitude: Number(fix?.record.latitude ?? 0),
      longitude: Number(fix?.record.longitude ?? 0),
      text: kind[1],
      notifications: [...kind[2]],
      alerts: [kind[0]],
    };
  }).sort((a, b) => a.at - b.at);
}
