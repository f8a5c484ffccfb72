import { parseArgs } from 'node:util';
import { noAttention } from '#main/pace/device-order';
import { createFleet, seededRandom, type TrueFleet } from './fleet';
import { clairvoyant, movingOftener, roundRobin, waypost, type CreatePolicy } from './policies';
import { readTracks } from './recorded';
import { replay, type DayFigures } from './replay';

// Replays two days of fleets with several policies; prints one line of JSON for each.

const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1000' },
    tracks: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const devicesInView = 40;

function viewOf(count: number): Set<number> {
  const random = seededRandom(seed + 99);
  const view = new Set<number>();
  while (view.size < devicesInView) view.add(Math.floor(random() * count));
  return view;
}

/** The fixed preferences for moving devices, of which the best one is found in hindsight. */
const preferences = [2, 4, 8, 16, 32];

function measure(name: string, fleet: TrueFleet, callsPerMinute: number): void {
  const inView = viewOf(fleet.count);
  const days = (policy: CreatePolicy) => replay(fleet, { callsPerMinute, policy, inView, seed });
  const print = (policy: string, figures: DayFigures[]) =>
    console.log(
      JSON.stringify({ fleet: name, devices: fleet.count, callsPerMinute, policy, days: figures }),
    );
  print('round robin', days(roundRobin));
  const fixed = preferences.map((times) => ({ times, figures: days(movingOftener(times)) }));
  const best = fixed.toSorted((a, b) => a.figures[1]!.mean - b.figures[1]!.mean)[0]!;
  print(`moving ${best.times} times as often`, best.figures);
  print('Waypost', days(waypost()));
  const attention = { ...noAttention, inView: Array.from(inView, String) };
  print('Waypost, 40 in view', days(waypost(attention)));
  print('knows the truth', days(clairvoyant));
}

const tracks = readTracks(values.tracks);
for (const count of values.counts.split(',').map(Number)) {
  for (const callsPerMinute of [60, 300]) {
    measure('synthetic', createFleet({ count, days: 2, seed }), callsPerMinute);
    if (tracks.length > 0) {
      measure('recorded tracks', createFleet({ count, days: 2, seed, tracks }), callsPerMinute);
    }
  }
}
