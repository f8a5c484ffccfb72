import path from 'node:path';
import type { Cache } from '#main/cache/cache';
import { writePlacesFile } from '#main/exchange/places-file';
import type { FileWork } from '#main/files/file-work';
import { saveFile, type SaveOptions } from '#main/files/save-file';
import { mostPlaces, type Place, PlaceIndex, placeSchema } from '#shared/domain/places';
import type { Language } from '#shared/i18n/languages';
import { message, type Translate } from '#shared/i18n/translate';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Caller } from '#shared/ipc/define';
import type { PlacesChange, PlacesFormat } from '#shared/ipc/places';
import { UndoableRecords } from './undoable-records';

interface PlacesOptions {
  cache: Pick<Cache, 'records'>;
  now: () => number;
}

/** The user's places of one account. */
export class Places {
  readonly #records: UndoableRecords<Place>;
  readonly #now: () => number;
  #index: PlaceIndex | null = null;

  constructor({ cache, now }: PlacesOptions) {
    const tooMany = message('places.tooMany', { most: mostPlaces });
    this.#records = new UndoableRecords(cache.records('place'), placeSchema, mostPlaces, tooMany);
    this.#now = now;
  }

  /** The same array until a place changes. */
  all(): readonly Place[] {
    return this.#records.all();
  }

  /** Finds the places of positions; null: there are no places. */
  index(): PlaceIndex | null {
    const places = this.all();
    if (places.length > 0 && this.#index?.places !== places) this.#index = new PlaceIndex(places);
    return places.length > 0 ? this.#index : null;
  }

  /** Stores a change in one write, and returns the change that undoes it. */
  change({ put, removed }: PlacesChange): PlacesChange {
    const updatedAt = this.#now();
    return this.#records.change({ put: put.map((place) => ({ ...place, updatedAt })), removed });
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
