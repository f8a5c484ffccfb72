import { createTranslate, message, type PlainKey } from '#shared/i18n/translate';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { writeAlerts } from '#main/exchange/alert-files';
import { reportTable } from '#main/exchange/day-report';
import { reportPage, type FindPlace } from '#main/exchange/report-page';
import { planFileImport } from '#main/exchange/import';
import { importSummary, wrongRowsTable } from '#main/exchange/import-summary';
import { batchesOf, type CountRows, type FileInPieces } from '#main/exchange/pieces';
import { writeTable } from '#main/exchange/table-file';
import { refuseFile } from '#main/exchange/table-limits';
import { readPlacesFile } from '#main/exchange/places-file';
import { checkedFile } from '#main/exchange/tracks/checked-file';
import { writeTracks } from '#main/exchange/tracks/write-tracks';
import type { Coordinates } from '#shared/domain/coordinates';
import { unitsOf } from '#shared/domain/units';
import { FaultError } from '#shared/fault';
import type { TrackColumns } from '#shared/history/columns';
import { cutTrack, markBreaks, mergeTracks } from '#shared/history/track';
import { findJourney, type Stop, type Trip } from '#shared/history/trips';
import { createQuantities } from '#shared/i18n/quantities';
import { PlaceIndex } from '#shared/domain/places';
import {
  whereaboutsOf,
  withStreet,
  type FindStreets,
  type NameTown,
  type NearTown,
  type PlaceOrTown,
  type Street,
  type Whereabouts,
} from '#shared/places/place';
import type { FromFileProcess, ToFileProcess, WriteTask } from './messages';
import { writePart } from './part-file';
import { gazetteerOf } from './towns';

/** The connection of the file process to the app. */
export interface FilePort {
  listen(listener: (message: ToFileProcess) => void): void;
  post(message: FromFileProcess): void;
}

/** Progress is posted after this many rows, or after half a per cent of them if that is more. */
const progressRows = 2_000;
/** Checking a track file takes about ten times its size in memory. */
const largestTrackFileMegabytes = 128;
const largestTableMegabytes = 50;
const stepsPerMessage = 500;

/** The file process: receives columns and then writes one file, or reads one file. */
export function serveFiles(port: FilePort): void {
  const parts: TrackColumns[][] = [];
  const streets = Promise.withResolvers<(Street | null)[]>();
  const askStreets: FindStreets = (positions) => {
    port.post({ type: 'positions', positions: [...positions] });
    return streets.promise;
  };

  async function write({ task, part, file }: Extract<ToFileProcess, { type: 'write' }>) {
    let done = 0;
    let reported = 0;
    const count = (more: number) => {
      done += more;
      if (done - reported < Math.max(progressRows, rows / 200)) return;
      reported = done;
      port.post({ type: 'rows', done, total: rows });
    };
    const { rows, pieces } = await fileOf(task, parts, count, askStreets);
    port.post({ type: 'rows', done, total: rows });
    await writePart(part, file, pieces);
    port.post({ type: 'written', rows });
  }

  /** Reads the content of a file and reports the progress of both steps. */
  async function read(file: string, mostMegabytes: number) {
    let reported = 0;
    const report = (step: 'reading' | 'parsing', share: number, bytes: number) => {
      if (share < 1 && share - reported < 0.01) return;
      reported = share;
      port.post({ type: 'read', step, share, bytes });
    };
    const content = await readInput(file, mostMegabytes, (done, total) =>
      report('reading', Math.min(1, done / total), total),
    );
    reported = 0;
    const bytes = content.length;
    port.post({ type: 'read', step: 'parsing', share: null, bytes });
    return { content, onShare: (share: number) => report('parsing', share, bytes) };
  }

  async function check({ file, options }: Extract<ToFileProcess, { type: 'check' }>) {
    const { content, onShare } = await read(file, largestTrackFileMegabytes);
    const checked = checkedFile(content, options, onShare);
    port.post({ type: 'checked', checked });
  }

  async function readPlaces({ file }: Extract<ToFileProcess, { type: 'readPlaces' }>) {
    const { content } = await read(file, largestTableMegabytes);
    port.post({ type: 'places', read: await readPlacesFile(content) });
  }

  async function plan(task: Extract<ToFileProcess, { type: 'plan' }>) {
    const { content, onShare } = await read(task.file, largestTableMegabytes);
    const plan = await planFileImport(task.kind, content, task.context, task.choices, onShare);
    if (task.wrongRowsAs) {
      const table = wrongRowsTable(plan, task.language);
      const bytes = writeTable(table, task.wrongRowsAs);
      port.post({ type: 'wrongRows', rows: table.rows.length, bytes });
      return;
    }
    for (const part of batchesOf(plan.steps, stepsPerMessage)) {
      port.post({ type: 'steps', steps: part.map(({ step }) => step) });
    }
    port.post({ type: 'planned', plan: importSummary(plan) });
  }

  port.listen((message) => {
    if (message.type === 'columns') {
      (parts[message.device] ??= []).push(message.columns);
      return;
    }
    if (message.type === 'streets') {
      streets.resolve(message.streets);
      return;
    }
    const work =
      message.type === 'write'
        ? write(message)
        : message.type === 'check'
          ? check(message)
          : message.type === 'readPlaces'
            ? readPlaces(message)
            : plan(message);
    work.catch((error: unknown) => port.post(failureOf(error)));
  });
}

/** Bytes read at a time. */
const pieceBytes = 1 << 20;

/**
 * Reads a file to import; throws `invalid` with a message if it cannot be read. `onBytes` receives
 * the progress, since a network drive can be slow.
 */
async function readInput(
  file: string,
  mostMegabytes: number,
  onBytes: (done: number, total: number) => void,
): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory()) {
      // A pipe or a device may never end.
      refuseFile(message('exchange-files.file.notOrdinary'));
    }
    if (found.size > mostMegabytes * 1024 * 1024) {
      refuseFile(message('exchange-files.file.tooLarge', { most: mostMegabytes }));
    }
    const pieces: Buffer[] = [];
    let done = 0;
    for await (const piece of createReadStream(file, { highWaterMark: pieceBytes })) {
      pieces.push(piece as Buffer);
      done += (piece as Buffer).length;
      onBytes(done, found.size);
    }
    return Buffer.concat(pieces, done);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string') throw error;
    return refuseFile(message(readProblems[code] ?? 'exchange-files.file.notRead'));
  }
}

const readProblems: Record<string, PlainKey> = {
  ENOENT: 'exchange-files.file.gone',
  EACCES: 'exchange-files.file.forbidden',
  EPERM: 'exchange-files.file.forbidden',
  EBUSY: 'exchange-files.file.busy',
  EISDIR: 'exchange-files.file.folder',
};

/** The file of a task; `parts` are the columns of each device in the order received. Asks for streets at most once. */
async function fileOf(
  task: WriteTask,
  parts: readonly (readonly TrackColumns[])[],
  count: CountRows,
  askStreets: FindStreets,
): Promise<FileInPieces> {
  const find = placesOf(task);
  const names = async (positions: readonly Position[]) =>
    townNames(await withStreets(positions, find, askStreets), task.context);
  if (task.kind === 'alerts') {
    return writeAlerts(task.format, task.alerts, task.context, await names(task.alerts), count);
  }
  const { rules } = task.context;
  const trackOf = (device: number): TrackColumns => {
    const track = mergeTracks(parts[device] ?? []);
    // Breaks between two parts are visible only after merging.
    markBreaks(track, rules);
    return track;
  };
  if (task.kind === 'report') {
    const days = task.devices.flatMap(({ days: reported, ...device }, i) => {
      const whole = trackOf(i);
      return reported.map((day) => {
        const track = cutTrack(whole, day.range);
        return { ...device, ...day, track, journey: findJourney(track, rules) };
      });
    });
    const positions = days.flatMap(({ journey }) => journey.flatMap(positionsOf));
    return task.format === 'html'
      ? reportPage(days, task.context, await withStreets(positions, find, askStreets))
      : reportTable(days, task.context, await names(positions), count);
  }
  const devices = task.devices.map((device, i) => {
    const track = trackOf(i);
    return { ...device, track, journey: task.what === 'trips' ? findJourney(track, rules) : [] };
  });
  const nameTown = await names(devices.flatMap(({ journey }) => journey.flatMap(positionsOf)));
  return writeTracks(task.what, task.format, devices, { ...task.context, nameTown }, count);
}

interface Position {
  latitude: number | null;
  longitude: number | null;
}

const positionsOf = (part: Trip | Stop) => (part.kind === 'stop' ? [part] : [part.start, part.end]);

/** The streets of more positions would need too many map tiles: all of them are named by their towns. */
const mostStreets = 2_000;

/** The same with the streets of these positions, as far as they are outside places of the user. Looks for each one once. */
async function withStreets(
  positions: readonly Position[],
  find: FindTown,
  askStreets: FindStreets,
): Promise<FindPlace> {
  const found = new Map<string, Whereabouts | null>();
  const keyOf = (latitude: number, longitude: number) => `${latitude} ${longitude}`;
  const findOnce: FindPlace = (latitude, longitude) => {
    const known = found.get(keyOf(latitude, longitude));
    return known === undefined ? find(latitude, longitude) : known;
  };
  const asked: { key: string; at: NearTown | null; position: Coordinates }[] = [];
  for (const { latitude, longitude } of positions) {
    if (latitude === null || longitude === null) continue;
    const key = keyOf(latitude, longitude);
    if (found.has(key)) continue;
    const at = find(latitude, longitude);
    found.set(key, at);
    if (at && 'places' in at) continue;
    asked.push({ key, at, position: { latitude, longitude } });
    if (asked.length > mostStreets) return findOnce;
  }
  if (asked.length === 0) return findOnce;
  const streets = await askStreets(asked.map(({ position }) => position));
  for (const [i, { key, at }] of asked.entries()) found.set(key, withStreet(at, streets[i]));
  return findOnce;
}

type FindTown = (latitude: number, longitude: number) => PlaceOrTown | null;

function placesOf({ towns, places = [] }: WriteTask): FindTown {
  const known = {
    places: places.length > 0 ? new PlaceIndex(places) : null,
    gazetteer: towns && gazetteerOf(gunzipSync(towns)),
  };
  return (latitude, longitude) => whereaboutsOf(known, latitude, longitude);
}

function townNames(find: FindPlace, { language, ...units }: WriteTask['context']): NameTown {
  const quantities = createQuantities(language, createTranslate(language));
  const unit = unitsOf(units).distance;
  return (latitude, longitude) => {
    const place = find(latitude, longitude);
    return place && quantities.place(place, unit);
  };
}

function failureOf(error: unknown): FromFileProcess {
  if (error instanceof FaultError) return { type: 'failed', fault: error.fault };
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(typeof error);
  return { type: 'broken', name, frames: stack.slice(stack.indexOf(message) + message.length) };
}
