import {
  emptyFixColumns,
  flagCritical,
  packTexts,
  takeFixes,
  type FleetColumns,
  type FleetMessage,
} from '#shared/fleet/columns';

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const kinds = ['Camión', 'Grúa', 'Furgón', 'Truck', 'Van', 'Ambulância'];
/** Where people are, so that some devices crowd and others do not. */
const cities = [
  [40.42, -3.7],
  [48.86, 2.35],
  [52.52, 13.4],
  [45.46, 9.19],
  [50.08, 14.44],
  [52.23, 21.01],
  [41.9, 12.5],
  [59.33, 18.07],
] as const;

/** A fleet spread over Europe, half of it around eight cities, in all states. */
export function syntheticFleet(
  count: number,
  now: number,
  random: () => number,
): Extract<FleetMessage, { type: 'fleet' }> {
  const fixes = emptyFixColumns(count);
  const expiresAt = new Float64Array(count).fill(Number.NaN);
  const names: string[] = [];
  const descriptions: string[] = [];
  const phones: string[] = [];
  const tags: string[] = [];
  for (let slot = 0; slot < count; slot++) {
    names.push(`${kinds[Math.floor(random() * kinds.length)]} ${Math.floor(random() * count)}`);
    descriptions.push(random() < 0.3 ? `Depot ${Math.floor(random() * 40)}` : '');
    phones.push(`+598 ${Math.floor(random() * 9e7 + 1e7)}`);
    tags.push(random() < 0.5 ? `plate: ${Math.floor(random() * 1e6).toString(36)}` : '');
    if (random() < 0.02) continue;
    const city = cities[Math.floor(random() * cities.length)]!;
    const isInCity = random() < 0.5;
    const near = () => (random() + random() + random() - 1.5) * 0.4;
    fixes.latitude[slot] = isInCity ? city[0] + near() : 37 + random() * 22;
    fixes.longitude[slot] = isInCity ? city[1] + near() * 1.4 : -8 + random() * 36;
    fixes.fixAt[slot] = now - (random() < 0.8 ? random() * 1.5e6 : random() * 1.5e8);
    const motion = random();
    fixes.speed[slot] = motion < 0.05 ? Number.NaN : motion < 0.6 ? 0 : 2 + random() * 30;
    fixes.course[slot] = random() < 0.1 ? Number.NaN : Math.floor(random() * 360);
    fixes.battery[slot] = random() * 100;
    fixes.flags[slot] = random() < 0.02 ? flagCritical : 0;
    if (random() < 0.03) expiresAt[slot] = now - 1e6;
  }
  const columns: FleetColumns = {
    count,
    ...fixes,
    id: packTexts(names.map((_, slot) => `device-${slot}`)),
    name: packTexts(names),
    description: packTexts(descriptions),
    phone: packTexts(phones),
    tags: packTexts(tags),
    expiresAt,
    unlistedAt: new Float64Array(count).fill(Number.NaN),
  };
  const groups = Array.from({ length: 20 }, (_, group) => `Group ${group}`);
  return {
    type: 'fleet',
    isListed: true,
    generation: 1,
    columns,
    groups: {
      ids: groups,
      names: groups,
      ends: Uint32Array.from(groups, (_, group) => Math.floor((count * (group + 1)) / 20)),
      slots: Uint32Array.from({ length: count }, (_, slot) => slot),
    },
  };
}

/** New fixes of `size` devices, each some hundred metres on. */
export function syntheticBurst(
  columns: FleetColumns,
  size: number,
  now: number,
  random: () => number,
): FleetMessage {
  const chosen = new Set<number>();
  while (chosen.size < Math.min(size, columns.count)) {
    chosen.add(Math.floor(random() * columns.count));
  }
  const slots = Uint32Array.from(chosen);
  const fixes = takeFixes(columns, slots);
  for (let i = 0; i < slots.length; i++) {
    fixes.latitude[i]! += (random() - 0.5) * 0.02;
    fixes.longitude[i]! += (random() - 0.5) * 0.02;
    fixes.fixAt[i] = now;
    fixes.speed[i] = 2 + random() * 20;
    fixes.course[i] = random() * 360;
  }
  return { type: 'fixes', generation: 1, slots, fixes };
}
