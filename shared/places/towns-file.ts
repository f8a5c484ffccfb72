/** Towns of the world with at least 1000 inhabitants, as columns; a town is its index in every column. */
export interface Towns {
  count: number;
  /** Degrees. */
  latitude: Float64Array;
  longitude: Float64Array;
  population: Uint32Array;
  /** Index into `regions`. */
  region: Uint16Array;
  regions: readonly (readonly [country: string, region: string])[];
  names: readonly string[];
}

const unitsPerDegree = 10_000;
const headBytes = 8;
const magic = 'TOWN';

interface Texts {
  count: number;
  regions: [string, string][];
  names: string[];
}

/** Reads the decompressed assets/basemap/towns.bin (written by scripts/basemap/towns.mjs). */
export function readTowns(bytes: Uint8Array): Towns {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = String.fromCharCode(...bytes.subarray(0, magic.length));
  if (start !== magic) throw new Error('not a file of towns');
  const textBytes = view.getUint32(magic.length, true);
  const texts = JSON.parse(
    new TextDecoder().decode(bytes.subarray(bytes.length - textBytes)),
  ) as Texts;
  const { count, regions, names } = texts;
  const at = (column: number, i: number) => headBytes + (column * count + i) * 4;
  const latitude = new Float64Array(count);
  const longitude = new Float64Array(count);
  const population = new Uint32Array(count);
  const region = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    latitude[i] = view.getInt32(at(0, i), true) / unitsPerDegree;
    longitude[i] = view.getInt32(at(1, i), true) / unitsPerDegree;
    population[i] = view.getUint32(at(2, i), true);
    region[i] = view.getUint16(headBytes + 12 * count + i * 2, true);
  }
  return { count, latitude, longitude, population, region, regions, names };
}
