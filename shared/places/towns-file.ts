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
  // The numbers as typed arrays, which every platform of Electron reads as little endian: they have to be aligned.
  const numbers = new Uint8Array(bytes.subarray(headBytes, headBytes + 14 * count)).buffer;
  return {
    count,
    latitude: degreesIn(new Int32Array(numbers, 0, count)),
    longitude: degreesIn(new Int32Array(numbers, 4 * count, count)),
    population: new Uint32Array(numbers, 8 * count, count),
    region: new Uint16Array(numbers, 12 * count, count),
    regions,
    names,
  };
}

function degreesIn(units: Int32Array): Float64Array {
  const degrees = new Float64Array(units.length);
  for (let i = 0; i < units.length; i++) degrees[i] = units[i]! / unitsPerDegree;
  return degrees;
}
