import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TownIndex } from '../../shared/places/town-index';
import { readTowns } from '../../shared/places/place';

const [, , rounds = '5', file = path.resolve('assets/basemap/towns.bin')] = process.argv;
const devices = 100_000;
const hubs = 200;

/** Numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Positions within some kilometres of a number of towns, in no order, as those of a fleet. */
function fleetNear(towns: ReturnType<typeof readTowns>) {
  const random = createRandom(7);
  const centres = Array.from({ length: hubs }, () => Math.floor(random() * towns.count));
  const at = () => {
    const centre = centres[Math.floor(random() * hubs)]!;
    const spread = () => (random() - 0.5) * 0.4;
    return [towns.latitude[centre]! + spread(), towns.longitude[centre]! + spread()] as const;
  };
  return Array.from({ length: devices }, at);
}

function timed<T>(work: () => T): [T, number] {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

for (let round = 0; round < Number(rounds); round++) {
  const [towns, read] = timed(() => readTowns(gunzipSync(readFileSync(file))));
  const [index, build] = timed(() => new TownIndex(towns.latitude, towns.longitude));
  const fleet = fleetNear(towns);
  const [, all] = timed(() =>
    fleet.map(([latitude, longitude]) => index.nearest(latitude, longitude)),
  );
  const moved = fleet.slice(0, devices / 100);
  const [, changed] = timed(() =>
    moved.map(([latitude, longitude]) => index.nearest(latitude, longitude)),
  );
  console.log(JSON.stringify({ read, build, all, changed }));
}
