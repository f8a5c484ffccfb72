import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import { columnsOf, markBreaks, mergeTracks } from '#shared/history/track';
import { PlaceIndex } from '#shared/domain/places';
import { findJourney } from '#shared/history/trips';
import { findVisits } from '#shared/history/visits';
import { emitter, serveMethods, transferred, type WorkerScope } from '#lib/rpc';
import { chartSeries } from './chart-series';
import { extentOf, levelsOf, lineOf, type LeveledLine } from './track-lines';
import { composePicture, mostPieces, nearestFix } from './track-picture';
import {
  importedKey,
  type PictureOptions,
  type Track,
  type TrackEvents,
  type TrackMethods,
} from './types';

/** The tracks of one map of the window, and what it shows of them. */
interface TrackMap {
  version: number;
  lines: readonly LeveledLine[];
  options: Partial<PictureOptions>;
  isScheduled: boolean;
}

/** A copy for the window. Its buffers are moved there: half a million fixes take no time. */
const copyOf = (columns: TrackColumns) => {
  const copy = structuredClone(columns);
  const buffers = Array.from(columnsOf(copy), ([, { buffer }]) => buffer as ArrayBuffer);
  return { copy, buffers };
};

/**
 * Holds the tracks that main sends, and answers what needs a look at all of their fixes: what a map draws,
 * charts, trips. The window itself never iterates over the fixes.
 */
export function serveTracks(scope: WorkerScope): void {
  const emit = emitter<TrackEvents>(scope);
  let port: MessagePort | null = null;
  const tracks = new Map<string, TrackColumns>();
  /** Parts of tracks that are still incomplete, by request. */
  const parts = new Map<number, TrackColumns[]>();
  const arrivals = new Map<number, PromiseWithResolvers<TrackColumns>>();
  const maps = new Map<number, TrackMap>();
  let places = new PlaceIndex([]);

  /** Whichever is first here, the question of the window or the track of main. */
  function arrivalOf(request: number): PromiseWithResolvers<TrackColumns> {
    const known = arrivals.get(request) ?? Promise.withResolvers<TrackColumns>();
    arrivals.set(request, known);
    return known;
  }

  function take(message: HistoryMessage): void {
    switch (message.type) {
      case 'part': {
        const known = parts.get(message.request) ?? [];
        parts.set(message.request, [...known, message.columns]);
        return;
      }
      case 'track': {
        const { request, rules } = message;
        const columns = mergeTracks(parts.get(request) ?? []);
        parts.delete(request);
        markBreaks(columns, rules);
        arrivalOf(request).resolve(columns);
        return;
      }
      case 'import': {
        const { token, track, columns } = message;
        tracks.set(importedKey(token, track), columns);
        const { copy, buffers } = copyOf(columns);
        emit('imported', { token, track, columns: copy }, buffers);
      }
    }
  }

  const held = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const columns = tracks.get(key);
      return columns ? [columns] : [];
    });

  function mapOf(id: number): TrackMap {
    const known = maps.get(id) ?? {
      version: 0,
      lines: [],
      options: { maxPieces: mostPieces.byCard },
      isScheduled: false,
    };
    maps.set(id, known);
    return known;
  }

  function draw(id: number): void {
    const map = mapOf(id);
    if (map.isScheduled) return;
    map.isScheduled = true;
    // Requests that arrive in the meantime are answered by one picture.
    setTimeout(() => {
      map.isScheduled = false;
      const { version, lines, options } = map;
      const { viewport, colours, maxPieces } = options;
      if (!viewport || !colours || !maxPieces || !maps.has(id)) return;
      const picture = composePicture(lines, { viewport, colours, maxPieces });
      const buffers = [picture.pieces.buffer, picture.marks.buffer];
      emit('picture', { map: id, version, picture }, buffers);
    });
  }

  serveMethods<TrackMethods>(scope, {
    attach(next) {
      port?.close();
      port = next;
      // The first track of this account may have been asked for already.
      for (const kept of [tracks, parts]) kept.clear();
      port.onmessage = ({ data }: MessageEvent<HistoryMessage>) => take(data);
    },
    async arrival(request): Promise<Track> {
      const columns = await arrivalOf(request).promise;
      arrivals.delete(request);
      const key = String(request);
      tracks.set(key, columns);
      const { copy, buffers } = copyOf(columns);
      return transferred({ key, columns: copy }, buffers);
    },
    release: (key) => void tracks.delete(key),
    chart: ({ keys, measure, factor, ...range }) =>
      held(keys).map((track) => chartSeries(track, measure, factor, range)),
    trips: (keys, rules) => held(keys).map((track) => findJourney(track, rules)),
    setPlaces(next) {
      places = new PlaceIndex(next);
    },
    visits: (keys, rules) => held(keys).map((track) => findVisits(track, places, rules)),
    setTracks(id, version, drawn) {
      const map = mapOf(id);
      map.version = version;
      map.lines = drawn.flatMap((each) => {
        const columns = tracks.get(each.key);
        if (!columns) return [];
        const line = lineOf(columns, each);
        return [{ line, levels: levelsOf(line) }];
      });
      draw(id);
    },
    setPicture(id, options) {
      Object.assign(mapOf(id).options, options);
      draw(id);
    },
    nearest: (id, x, y, reach) => nearestFix(mapOf(id).lines, x, y, reach),
    extent: (id) => extentOf(mapOf(id).lines),
    closeMap: (id) => void maps.delete(id),
  });
}
