import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Language } from '#shared/i18n/languages';
import { createQuantities, type Quantities } from '#shared/i18n/quantities';
import type { Translate } from '#shared/i18n/translate';
import type { PlaceIndex } from '#shared/domain/places';
import { type Gazetteer, readTowns, whereaboutsOf } from '#shared/places/place';
import { TownIndex } from '#shared/places/town-index';
import type { DistanceUnit } from '#shared/domain/units';

/** Names the place of the user or the nearest town of positions, for exports and notifications. */
export interface NearestTowns {
  /** Reads the towns if they are not loaded; without the file, no position has a town. */
  load(): Promise<void>;
  /** "Depot North"; "Turin, IT · 4 km NE"; null while the towns are not loaded. */
  textAt(latitude: number, longitude: number): string | null;
}

const unzip = promisify(gunzip);

/** The towns of the unpacked file. */
export function gazetteerOf(unpacked: Uint8Array): Gazetteer {
  const towns = readTowns(unpacked);
  return { towns, index: new TownIndex(towns.latitude, towns.longitude) };
}

/** `file` is the bundled towns.bin; it is read on first use, and once. */
export function createNearestTowns(options: {
  file: string;
  distanceUnit: () => DistanceUnit;
  /** Of the open account; null: there are none. */
  places: () => PlaceIndex | null;
  language: { current: () => Language; t: Translate };
  log: (line: string) => void;
}): NearestTowns {
  let gazetteer: Gazetteer | null = null;
  let loading: Promise<void> | null = null;
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

  async function read(): Promise<void> {
    try {
      gazetteer = gazetteerOf(await unzip(await readFile(options.file)));
    } catch (error) {
      options.log(`towns: not loaded, ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  }

  return {
    load: () => (loading ??= read()),
    textAt: (latitude, longitude) => {
      const places = options.places();
      const place = whereaboutsOf({ places, gazetteer }, latitude, longitude);
      return place && quantities().place(place, options.distanceUnit());
    },
  };
}

/** Without a list of towns. */
export const noTowns: NearestTowns = {
  load: () => Promise.resolve(),
  textAt: () => null,
};
