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
  names: TownNames;
}

/** The names as one text, which takes a fraction of the time and the memory of as many texts. */
export class TownNames {
  readonly #ends: Uint32Array;

  /** `text` has a line for each town. */
  constructor(
    readonly text: string,
    count: number,
  ) {
    this.#ends = new Uint32Array(count);
    let end = -1;
    for (let town = 0; town < count; town++) {
      end = text.indexOf('\n', end + 1);
      this.#ends[town] = end < 0 ? text.length : end;
      if (end < 0 && town < count - 1) throw new Error('not a file of towns');
    }
  }

  of(town: number): string {
    return this.text.slice(town === 0 ? 0 : this.#ends[town - 1]! + 1, this.#ends[town]);
  }
}

const unitsPerDegree = 10_000;
const headBytes = 8;
const magic = 'TOWN';

interface Head {
  count: number;
  regions: [string, string][];
}

/** Reads the decompressed assets/basemap/towns.bin (written by scripts/basemap/towns.mjs). */
export function readTowns(bytes: Uint8Array): Towns {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = String.fromCharCode(...bytes.subarray(0, magic.length));
  if (start !== magic) throw new Error('not a file of towns');
  const textBytes = view.getUint32(magic.length, true);
  const text = new TextDecoder().decode(bytes.subarray(bytes.length - textBytes));
  const headEnd = text.indexOf('\n');
  const { count, regions } = JSON.parse(text.slice(0, headEnd)) as Head;
  // The numbers as typed arrays, which every platform of Electron reads as little endian: they have to be aligned.
  const numbers = new Uint8Array(bytes.subarray(headBytes, headBytes + 14 * count)).buffer;
  return {
    count,
    latitude: degreesIn(new Int32Array(numbers, 0, count)),
    longitude: degreesIn(new Int32Array(numbers, 4 * count, count)),
    population: new Uint32Array(numbers, 8 * count, count),
    region: new Uint16Array(numbers, 12 * count, count),
    regions,
    names: new TownNames(text.slice(headEnd + 1), count),
  };
}

function degreesIn(units: Int32Array): Float64Array {
  const degrees = new Float64Array(units.length);
  for (let i = 0; i < units.length; i++) degrees[i] = units[i]! / unitsPerDegree;
  return degrees;
}
