import path from 'node:path';
import type { Cache } from '#main/cache/cache';
import { writePlacesFile } from '#main/exchange/places-file';
import type { FileWork } from '#main/files/file-work';
import { saveFile, type SaveOptions } from '#main/files/save-file';
import { mostPlaces, type Place, PlaceIndex, placeSchema } from '#shared/domain/places';
import { failDeclined } from '#shared/fault';
import type { Language } from '#shared/i18n/languages';
import { message, type Translate } from '#shared/i18n/translate';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Caller } from '#shared/ipc/define';
import type { PlacesChange, PlacesFormat } from '#shared/ipc/places';

interface PlacesOptions {
  cache: Pick<Cache, 'records'>;
  now: () => number;
}

/** The user's places of one account. */
export class Places {
  readonly #records: ReturnType<Cache['records']>;
  readonly #now: () => number;
  /** Read at the first use. */
  #known: Map<string, Place> | null = null;
  #list: readonly Place[] | null = null;
  #index: PlaceIndex | null = null;

  constructor({ cache, now }: PlacesOptions) {
    this.#records = cache.records('place');
    this.#now = now;
  }

  /** The same array until a place changes. */
  all(): readonly Place[] {
    return (this.#list ??= [...this.#places().values()]);
  }

  /** Finds the places of positions; null: there are no places. */
  index(): PlaceIndex | null {
    const places = this.all();
    if (places.length > 0 && this.#index?.places !== places) this.#index = new PlaceIndex(places);
    return places.length > 0 ? this.#index : null;
  }

  /** Stores a change in one write, and returns the change that undoes it. */
  change({ put, removed }: PlacesChange): PlacesChange {
    const known = this.#places();
    const before: PlacesChange = { put: [], removed: [] };
    const after = new Map<string, Place | undefined>();
    for (const id of removed) if (known.has(id)) after.set(id, undefined);
    for (const place of put) after.set(place.id, { ...place, updatedAt: this.#now() });
    let count = known.size;
    for (const [id, place] of after) {
      const last = known.get(id);
      if (last) before.put.push(last);
      else before.removed.push(id);
      count += Number(place !== undefined) - Number(last !== undefined);
    }
    if (count > mostPlaces && count > known.size) {
      const full = message('places.tooMany', { most: mostPlaces });
      failDeclined(full);
    }
    this.#records.putMany(after);
    for (const [id, place] of after) {
      if (place) known.set(id, place);
      else known.delete(id);
    }
    this.#list = null;
    return before;
  }

  #places(): Map<string, Place> {
    if (this.#known) return this.#known;
    this.#known = new Map();
    for (const { value } of this.#records.all()) {
      const place = placeSchema.safeParse(value).data;
      if (place) this.#known.set(place.id, place);
    }
    return this.#known;
  }
}

interface PlacesFilesOptions extends SaveOptions<PlacesFormat> {
  places: () => readonly Place[];
  language: () => Language;
  /** Writes a message in that language. */
  t: Translate;
  now: () => number;
  pickPlacesFile: () => Promise<string | null>;
  work: Pick<FileWork, 'readPlaces'>;
}

/** Reads and writes files of places that the user chooses. */
export const createPlacesFiles = (
  options: PlacesFilesOptions,
): Pick<HandlersOf<'places'>, 'open' | 'save'> => ({
  open: async () => {
    const file = await options.pickPlacesFile();
    const read = file === null ? null : await options.work.readPlaces(file);
    return file === null || !read ? null : { file: path.basename(file), ...read };
  },
  save: ({ format, ids }) =>
    saveFile(options, options.t('places.title'), format, () => {
      const wanted = ids && new Set(ids);
      const places = options.places().filter(({ id }) => !wanted || wanted.has(id));
      const { t, language, now } = options;
      const bytes = writePlacesFile(format, { places, t, language: language(), now: now() });
      return Promise.resolve({ bytes, rows: places.length });
    }),
});

/** `onChanged`: the windows other than the one that changed places show the change, too. */
export const placesHandlers = (
  places: () => Places,
  onChanged: (change: PlacesChange, by?: Caller) => void,
): Pick<HandlersOf<'places'>, 'all' | 'change'> => ({
  all: () => [...places().all()],
  change: (change, by) => {
    const undo = places().change(change);
    onChanged(change, by);
    return undo;
  },
});
