import type { FleetColumns } from '#shared/fleet/columns';
import { type NearSearch, findNear, isWithin } from '#shared/places/near';
import { type Gazetteer, type Place, placeAt, readTowns } from '#shared/places/place';
import { TownIndex } from '#shared/places/town-index';

const notComputed = -2;
const noTown = -1;

/** Devices whose countries say which one is usual. */
const mostSampled = 64;

/** The nearest town of each device, computed on first use and again only after the device moved. */
export class FleetPlaces {
  readonly #town: Int32Array;

  constructor(
    private readonly columns: FleetColumns,
    private gazetteer: Gazetteer | null,
  ) {
    this.#town = new Int32Array(columns.count).fill(notComputed);
  }

  setGazetteer(gazetteer: Gazetteer): void {
    this.gazetteer = gazetteer;
    this.#town.fill(notComputed);
  }

  /** Devices may have moved. */
  moved(slots: Uint32Array): void {
    for (const slot of slots) this.#town[slot] = notComputed;
  }

  /** The index of the nearest town; -1 without a position or without towns. */
  #townOf(slot: number): number {
    const known = this.#town[slot]!;
    if (known !== notComputed) return known;
    const latitude = this.columns.latitude[slot]!;
    const longitude = this.columns.longitude[slot]!;
    const hasPosition = !Number.isNaN(latitude) && !Number.isNaN(longitude);
    const town =
      this.gazetteer && hasPosition ? this.gazetteer.index.nearest(latitude, longitude) : noTown;
    this.#town[slot] = town;
    return town;
  }

  placeOf(slot: number): Place | null {
    const town = this.#townOf(slot);
    if (town === noTown || !this.gazetteer) return null;
    const { latitude, longitude } = this.columns;
    return placeAt(this.gazetteer.towns, town, latitude[slot]!, longitude[slot]!);
  }

  /** The country of more than half of the devices, by a sample; null: there is none, or no town is known. */
  usualCountry(): string | null {
    if (!this.gazetteer) return null;
    const { region, regions } = this.gazetteer.towns;
    const counts = new Map<string, number>();
    const step = Math.max(1, Math.floor(this.columns.count / mostSampled));
    for (let slot = 0; slot < this.columns.count; slot += step) {
      const town = this.#townOf(slot);
      if (town === noTown) continue;
      const [country] = regions[region[town]!]!;
      counts.set(country, (counts.get(country) ?? 0) + 1);
    }
    const found = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [country, count] of counts) if (2 * count > found) return country;
    return null;
  }

  /** "Turin, IT"; '' without a town. */
  townLabel(slot: number): string {
    const town = this.#townOf(slot);
    if (town === noTown || !this.gazetteer) return '';
    const { names, region, regions } = this.gazetteer.towns;
    return `${names.of(town)}, ${regions[region[town]!]![0]}`;
  }

  /** The town of a search "near …"; null for other searches. */
  findNear(search: string): NearSearch | null {
    return this.gazetteer && findNear(this.gazetteer.towns, search, this.gazetteer.otherNames);
  }

  isNear(near: NearSearch, slot: number): boolean {
    return isWithin(near, this.columns.latitude[slot]!, this.columns.longitude[slot]!);
  }
}

/** A compressed file of the bundled map; null if it is missing or damaged. */
async function unpacked(name: string): Promise<Response | null> {
  const response = await fetch(`/assets/basemap/${name}`);
  if (!response.ok || !response.body) return null;
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip')));
}

/**
 * Loads the names of towns in other languages: four megabytes, which only a search for a town needs. Without them
 * (an empty text), it finds towns by the names that Waypost shows.
 */
export async function loadOtherNames(): Promise<string> {
  try {
    return (await (await unpacked('town-names.bin'))?.text()) ?? '';
  } catch {
    return '';
  }
}

/** Loads the bundled towns; null if the file is missing or damaged, which leaves places unknown. */
export async function loadGazetteer(): Promise<Gazetteer | null> {
  try {
    const file = await unpacked('towns.bin');
    if (!file) return null;
    const towns = readTowns(new Uint8Array(await file.arrayBuffer()));
    const index = new TownIndex(towns.latitude, towns.longitude);
    return { towns, index };
  } catch {
    return null;
  }
}
