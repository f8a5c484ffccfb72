import type { Place, PlaceIndex } from '#shared/domain/places';
import { fold } from '#shared/domain/text';
import type { FleetColumns } from '#shared/fleet/columns';
import { type NearSearch, findNear, isWithin } from '#shared/places/near';
import {
  type Gazetteer,
  type PlaceOrTown,
  readTowns,
  townAt,
  TownIndex,
} from '#shared/places/place';

const notComputed = -2;
const noTown = -1;

/** Devices whose countries say which one is usual. */
const mostSampled = 64;

/** What a search such as "at depot north" or "outside any place" finds devices by. */
export interface PlaceSearch {
  /** Devices in any of them; null: those in no place. */
  places: ReadonlySet<Place> | null;
  /** Devices elsewhere that have the words are not found. */
  isOnly: boolean;
}

/** In every language, because people search in the one that they speak; folded. */
const atForm =
  /^(?:at|in|en|em|a|au|aux|chez|bei|beim|im|am|al|alla|presso|في|عند|אצל|ב)\s+(\S.*)$/u;
const outsideForm =
  /^(?:outside (?:any|all|every|of any)? ?places?|fuera de (?:todo|cualquier|todos los)? ?lugar(?:es)?|fora de (?:qualquer|todos os)? ?loca(?:l|is)|hors de tout lieu|au?sserhalb (?:aller|jedes|von) orten?s?|ausserhalb aller orte|fuori da (?:ogni|qualsiasi|tutti i) luog(?:o|hi)|خارج (?:كل|اي|أي|جميع)? ?(?:الاماكن|الأماكن|مكان)|מחו[ץצ] ל?(?:כל)? ?ה?מקו(?:ם|מ|מות))$/u;

const nowhere: readonly Place[] = [];

/**
 * The user's places and the nearest town of each device, computed on first use and again only after the device moved.
 */
export class FleetPlaces {
  readonly #town: Int32Array;
  /** By slot; undefined: not computed. */
  #within: (readonly Place[] | undefined)[] = [];

  constructor(
    private readonly columns: FleetColumns,
    private gazetteer: Gazetteer | null,
    private index: PlaceIndex | null,
  ) {
    this.#town = new Int32Array(columns.count).fill(notComputed);
  }

  setGazetteer(gazetteer: Gazetteer): void {
    this.gazetteer = gazetteer;
    this.#town.fill(notComputed);
  }

  /** null: there are none. */
  setPlaces(index: PlaceIndex | null): void {
    this.index = index;
    this.#within = [];
  }

  /** Devices may have moved. */
  moved(slots: Uint32Array): void {
    for (const slot of slots) this.#town[slot] = notComputed;
    if (this.index) for (const slot of slots) this.#within[slot] = undefined;
  }

  /** The user's places that a device is in, the smallest first. */
  placesOf(slot: number): readonly Place[] {
    if (!this.index) return nowhere;
    const { longitude, latitude } = this.columns;
    return (this.#within[slot] ??= this.index.placesAt(longitude[slot]!, latitude[slot]!));
  }

  /** A device with a known position that is in no place. */
  isOutside(slot: number): boolean {
    return this.placesOf(slot).length === 0 && !Number.isNaN(this.columns.latitude[slot]!);
  }

  /** How many of some devices are in each place, and in none of them. */
  count(slots: Iterable<number>): { places: Map<string, number>; outside: number } {
    const places = new Map<string, number>();
    let outside = 0;
    for (const slot of slots) {
      for (const { id } of this.placesOf(slot)) places.set(id, (places.get(id) ?? 0) + 1);
      if (this.isOutside(slot)) outside += 1;
    }
    return { places, outside };
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

  /** Where a device is: in places of the user, else near a town. */
  whereaboutsOf(slot: number): PlaceOrTown | null {
    const within = this.placesOf(slot);
    if (within.length > 0) return { places: within.map(({ name }) => name) };
    const town = this.#townOf(slot);
    if (town === noTown || !this.gazetteer) return null;
    const { latitude, longitude } = this.columns;
    return townAt(this.gazetteer.towns, town, latitude[slot]!, longitude[slot]!);
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

  /** "Depot North"; "Turin, IT"; '' without a place and a town. */
  label(slot: number): string {
    const [place] = this.placesOf(slot);
    if (place) return place.name;
    const town = this.#townOf(slot);
    if (town === noTown || !this.gazetteer) return '';
    const { names, region, regions } = this.gazetteer.towns;
    return `${names.of(town)}, ${regions[region[town]!]![0]}`;
  }

  /** The places that a search is about; null: none, or there are no places. */
  findPlaces(search: string): PlaceSearch | null {
    if (!this.index) return null;
    const typed = fold(search.trim()).replaceAll(/\s+/gu, ' ');
    if (typed.length < 2) return null;
    if (outsideForm.test(typed)) return { places: null, isOnly: true };
    const asked = atForm.exec(typed)?.[1];
    const named = asked === undefined ? [] : this.#named(asked);
    if (named.length > 0) return { places: new Set(named), isOnly: true };
    const found = this.#named(typed);
    return found.length > 0 ? { places: new Set(found), isOnly: false } : null;
  }

  #named(words: string): Place[] {
    const all = words.split(' ');
    return this.index!.places.filter(({ name }) => {
      const folded = fold(name);
      return all.every((word) => folded.includes(word));
    });
  }

  isAt({ places }: PlaceSearch, slot: number): boolean {
    return places ? this.placesOf(slot).some((place) => places.has(place)) : this.isOutside(slot);
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
