import { daySeconds, seededRandom, type Place, type TrueFleet } from './fleet';
import type { CreatePolicy } from './policies';

/** The positions of moving devices as a user would see them on one day. */
export interface DayFigures {
  /** Metres between the position on screen and the true one. */
  mean: number;
  p95: number;
  /** The same with positions that are estimated for at most 45 seconds. */
  estimatedMean: number;
  estimatedP95: number;
  /** Seconds since the last answer. */
  age: number;
  ageP95: number;
  /** Of the devices in view. */
  inView: number;
  inViewEstimated: number;
  /** Of all devices, also the parked ones. */
  oldest: number;
}

const estimatedSeconds = 45;
/** The errors are measured about this often, at moments that do not depend on the calls. */
const sampleSecondsOf = (devices: number) => (devices > 2_000 ? 180 : 30);

/** Replays a fleet with one call after the other, evenly, and measures the errors of each day. */
export function replay(
  fleet: TrueFleet,
  options: {
    callsPerMinute: number;
    policy: CreatePolicy;
    inView: ReadonlySet<number>;
    seed: number;
  },
): DayFigures[] {
  const { callsPerMinute, inView } = options;
  const { count, days } = fleet;
  const policy = options.policy(fleet, callsPerMinute);
  const random = seededRandom(options.seed);
  const shown = Array.from({ length: 5 }, () => new Float64Array(count));
  const [xs, ys, vxs, vys, askedAt] = shown as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const place: Place = { x: 0, y: 0, vx: 0, vy: 0 };
  for (let device = 0; device < count; device++) {
    fleet.locate(device, 0, place);
    xs[device] = place.x;
    ys[device] = place.y;
  }
  const samples = Array.from({ length: days }, createSamples);

  function sample(at: number): void {
    const of = samples[Math.floor(at / daySeconds)]!;
    for (let device = 0; device < count; device++) {
      const age = at - askedAt[device]!;
      if (age > of.oldest) of.oldest = age;
      fleet.locate(device, at, place);
      if (place.vx === 0 && place.vy === 0) continue;
      const dx = xs[device]! - place.x;
      const dy = ys[device]! - place.y;
      const seconds = Math.min(age, estimatedSeconds);
      const error = Math.hypot(dx, dy);
      const estimated = Math.hypot(dx + vxs[device]! * seconds, dy + vys[device]! * seconds);
      of.errors.push(error);
      of.estimated.push(estimated);
      of.ages.push(age);
      if (!inView.has(device)) continue;
      of.inView.push(error);
      of.inViewEstimated.push(estimated);
    }
  }

  const sampleSeconds = sampleSecondsOf(count);
  let nextSample = random() * sampleSeconds;
  const everySeconds = 60 / callsPerMinute;
  for (let call = 0; call * everySeconds < days * daySeconds; call++) {
    const at = call * everySeconds;
    for (; nextSample <= at; nextSample += sampleSeconds * (0.5 + random())) sample(nextSample);
    const device = policy.next(at);
    if (device < 0) continue;
    fleet.locate(device, at, place);
    xs[device] = place.x;
    ys[device] = place.y;
    vxs[device] = place.vx;
    vys[device] = place.vy;
    askedAt[device] = at;
    policy.answered(device, at, place);
  }
  return samples.map(figuresOf);
}

const createSamples = () => ({
  errors: [] as number[],
  estimated: [] as number[],
  ages: [] as number[],
  inView: [] as number[],
  inViewEstimated: [] as number[],
  oldest: 0,
});

function figuresOf(samples: ReturnType<typeof createSamples>): DayFigures {
  const { errors, estimated, ages } = samples;
  return {
    mean: mean(errors),
    p95: p95(errors),
    estimatedMean: mean(estimated),
    estimatedP95: p95(estimated),
    age: mean(ages),
    ageP95: p95(ages),
    inView: mean(samples.inView),
    inViewEstimated: mean(samples.inViewEstimated),
    oldest: samples.oldest,
  };
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

const p95 = (values: readonly number[]) =>
  Float64Array.from(values).sort()[Math.floor(values.length * 0.95)]!;
