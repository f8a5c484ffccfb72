import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Coordinates } from '#shared/domain/coordinates';
import type { Language } from '#shared/i18n/languages';
import { createQuantities, type Quantities } from '#shared/i18n/quantities';
import type { Translate } from '#shared/i18n/translate';
import type { PlaceIndex } from '#shared/domain/places';
import {
  type FindStreets,
  type Gazetteer,
  readTowns,
  TownIndex,
  type Whereabouts,
  whereaboutsOf,
  withStreet,
} from '#shared/places/place';
import type { DistanceUnit } from '#shared/domain/units';

/** Names the place of the user or the nearest town of positions, for exports and notifications. */
export interface NearestTowns {
  /** Reads the towns if they are not loaded; without the file, no position has a town. */
  load(): Promise<void>;
  /** "Depot North"; "Turin, IT · 4 km NE"; null while the towns are not loaded. */
  textAt(latitude: number, longitude: number): string | null;
  /** The same with the street, for a position that somebody reads at once; null: none is known soon enough. */
  streetTextAt(position: Coordinates): Promise<string | null>;
  streets: FindStreets;
}

/** A notification does not wait longer for a street. */
const streetMs = 2_000;

const unzip = promisify(gunzip);

/** The towns of the unpacked file. */
export function gazetteerOf(unpacked: Uint8Array): Gazetteer {
  const towns = readTowns(unpacked);
  return { towns, index: new TownIndex(towns.latitude, towns.longitude) };
}

/** The bundled towns.bin: read on first use, and once for all accounts. */
export class TownsFile {
  /** null: not loaded, or it cannot be read. */
  gazetteer: Gazetteer | null = null;
  #loading: Promise<void> | null = null;

  constructor(
    private readonly file: string,
    private readonly log: (line: string) => void,
  ) {}

  load(): Promise<void> {
    return (this.#loading ??= this.#read());
  }

  async #read(): Promise<void> {
    try {
      this.gazetteer = gazetteerOf(await unzip(await readFile(this.file)));
    } catch (error) {
      this.log(`towns: not loaded, ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  }
}

export function createNearestTowns(options: {
  towns: TownsFile;
  distanceUnit: () => DistanceUnit;
  /** Of the open account; null: there are none. */
  places: () => PlaceIndex | null;
  streets: FindStreets;
  language: { current: () => Language; t: Translate };
}): NearestTowns {
  const { towns, streets } = options;
  let written: { language: Language; quantities: Quantities } | null = null;

  /** Made once for a language: an export names the towns of all devices. */
  function quantities(): Quantities {
    const { current, t } = options.language;
    const language = current();
    if (written?.language !== language) {
      written = { language, quantities: createQuantities(language, t) };
    }
    return written.quantities;
  }

  const whereIs = (latitude: number, longitude: number) =>
    whereaboutsOf({ places: options.places(), gazetteer: towns.gazetteer }, latitude, longitude);
  const textOf = (place: Whereabouts | null) =>
    place && quantities().place(place, options.distanceUnit());

  return {
    load: () => towns.load(),
    textAt: (latitude, longitude) => textOf(whereIs(latitude, longitude)),
    streetTextAt: async (position) => {
      const place = whereIs(position.latitude, position.longitude);
      if (place && 'places' in place) return null;
      const { promise: late, resolve } = Promise.withResolvers<null>();
      const timer = setTimeout(resolve, streetMs, null);
      const found = await Promise.race([streets([position]), late]).catch(() => null);
      clearTimeout(timer);
      return found?.[0] ? textOf(withStreet(place, found[0])) : null;
    },
    streets,
  };
}

/** Without a list of towns. */
export const noTowns: NearestTowns = {
  load: () => Promise.resolve(),
  textAt: () => null,
  streetTextAt: () => Promise.resolve(null),
  streets: (positions) => Promise.resolve(positions.map(() => null)),
};
