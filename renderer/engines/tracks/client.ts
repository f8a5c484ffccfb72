import type { Coverage, Range, TripRules } from '#shared/domain/history';
import type { Outcome } from '#shared/fault';
import type { Place } from '#shared/domain/places';
import type { Journey } from '#shared/history/trips';
import type { Visit, VisitRules } from '#shared/history/visits';
import { onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { connectWorker } from '#lib/rpc';
import {
  importedKey,
  type ChartRequest,
  type ChartSeries,
  type DrawnTrack,
  type ImportedPoints,
  type PictureOptions,
  type Track,
  type TrackEvents,
  type TrackExtent,
  type TrackHit,
  type TrackMethods,
  type TrackPicture,
} from './types';

/** The track of a device in a range, as far as it is cached. */
export interface LoadedTrack extends Track {
  deviceId: string;
  coverage: Coverage;
}

type Start = Parameters<typeof connectWorker>[0];

const startWorker: Start = () =>
  new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module', name: 'tracks' });

/** The window's end of the worker that holds the tracks. */
export class Tracks {
  #worker: ReturnType<typeof connectWorker<TrackMethods, TrackEvents>>['remote'] | null = null;
  /** The port from main until the worker is started, which is when it is needed first. */
  #port: MessagePort | null = null;
  #lastRequest = 0;
  #lastMap = 0;
  /** The places that the worker has: sent again only when they changed. */
  #places: readonly Place[] = [];
  readonly #pictures = new Map<number, (event: TrackEvents['picture']) => void>();
  readonly #importListeners = new Set<(points: ImportedPoints) => void>();
  /** How many copies of a track the window has: main sends a file that is open once more when the window asks. */
  readonly #copies = new Map<string, number>();
  readonly #dropped = new FinalizationRegistry((key: string) => this.#drop(key));

  constructor(
    private readonly calls: Pick<typeof api.history, 'load'> = {
      load: (input) => api.history.load(input),
    },
    private readonly start = startWorker,
  ) {}

  /** Passes a port from main on to the worker. */
  readonly attach = (port: MessagePort): void => {
    if (this.#worker) void this.#worker.attach(port);
    else this.#port = port;
  };

  /** Starts the worker: call before a file is opened, whose points it receives. */
  ready(): void {
    this.#started();
  }

  /** Reads the track of a device from the cache, without a request to the service. */
  async load(deviceId: string, range: Range): Promise<Outcome<LoadedTrack>> {
    const request = (this.#lastRequest += 1);
    const arrival = this.#started().arrival(request);
    const outcome = await this.calls.load({ request, deviceId, range });
    if (!outcome.ok) return outcome;
    const track = await arrival;
    this.#hold(track);
    return { ok: true, value: { ...track, deviceId, coverage: outcome.value.coverage } };
  }

  /** The lines of a chart, one for each track. */
  chart(request: ChartRequest): Promise<ChartSeries[]> {
    return this.#started().chart(request);
  }

  /** Trips and stops of each track. */
  trips(tracks: readonly Track[], rules: TripRules): Promise<Journey[]> {
    return this.#started().trips(
      tracks.map(({ key }) => key),
      rules,
    );
  }

  /** Visits of each track to places. */
  visits(
    tracks: readonly Track[],
    places: readonly Place[],
    rules: VisitRules,
  ): Promise<Visit[][]> {
    const worker = this.#started();
    if (places !== this.#places) {
      this.#places = places;
      void worker.setPlaces(places);
    }
    return worker.visits(
      tracks.map(({ key }) => key),
      rules,
    );
  }

  /** Called with the points of a file that was opened for submission. */
  onImport(listener: (points: ImportedPoints) => void): void {
    this.#importListeners.add(listener);
  }

  /** The pictures of one map, until it is closed. */
  openMap(show: (picture: TrackPicture) => void): PictureSource {
    const map = (this.#lastMap += 1);
    const worker = this.#started();
    let version = 0;
    this.#pictures.set(map, (event) => {
      // Ignore a picture of tracks that were replaced in the meantime.
      if (event.version === version) show(event.picture);
    });
    return {
      setTracks(tracks) {
        version += 1;
        void worker.setTracks(map, version, tracks);
      },
      set: (options) => void worker.setPicture(map, options),
      async nearest(x, y, reach) {
        const asked = version;
        const hit = await worker.nearest(map, x, y, reach);
        // The rows of a hit belong to the tracks it was asked for.
        return asked === version ? hit : null;
      },
      extent: () => worker.extent(map),
      close: () => {
        this.#pictures.delete(map);
        void worker.closeMap(map);
      },
    };
  }

  /** The worker holds a track as long as the window has a copy of its columns. */
  #hold({ key, columns }: Track): void {
    this.#copies.set(key, (this.#copies.get(key) ?? 0) + 1);
    this.#dropped.register(columns, key);
  }

  #drop(key: string): void {
    const left = (this.#copies.get(key) ?? 1) - 1;
    if (left > 0) this.#copies.set(key, left);
    else {
      this.#copies.delete(key);
      void this.#worker?.release(key);
    }
  }

  #started() {
    this.#worker ??= this.#connected();
    if (this.#port) void this.#worker.attach(this.#port);
    this.#port = null;
    return this.#worker;
  }

  #connected() {
    return connectWorker<TrackMethods, TrackEvents>(this.start, 'map.tracks.task', {
      picture: (event) => this.#pictures.get(event.map)?.(event),
      imported: (points) => {
        const { token, track, columns } = points;
        this.#hold({ key: importedKey(token, track), columns });
        for (const listener of this.#importListeners) listener(points);
      },
    }).remote;
  }
}

/** What a map is drawn from. */
interface PictureSource {
  setTracks(tracks: readonly DrawnTrack[]): void;
  set(options: Partial<PictureOptions>): void;
  nearest(x: number, y: number, reach: number): Promise<TrackHit | null>;
  extent(): Promise<TrackExtent | null>;
  close(): void;
}

export const tracks = new Tracks();

// Main opens a new port for each account: before anything else of it asks for tracks.
onAccountOpened(() => void api.history.openPort());
