import { writeAlerts } from '#main/exchange/alert-files';
import type { CountRows, FileInPieces } from '#main/exchange/pieces';
import { checkedFile } from '#main/exchange/tracks/checked-file';
import { writeTracks, type DeviceTrack } from '#main/exchange/tracks/write-tracks';
import { FaultError } from '#shared/fault';
import type { TrackColumns } from '#shared/history/columns';
import { markBreaks, mergeTracks } from '#shared/history/track';
import { findJourney } from '#shared/history/trips';
import type { FromFileProcess, ToFileProcess, TracksTask, WriteTask } from './messages';
import { writePart } from './part-file';
import { readTableFile } from './table-files';

/** The connection of the file process to the app. */
export interface FilePort {
  listen(listener: (message: ToFileProcess) => void): void;
  post(message: FromFileProcess): void;
}

/** Progress is posted after this many rows, or after half a per cent of them if that is more. */
const progressRows = 2_000;
/** Checking a track file takes about ten times its size in memory. */
const largestTrackFileMegabytes = 128;

/** The file process: receives columns and then writes one file, or checks one file. */
export function serveFiles(port: FilePort): void {
  const parts: TrackColumns[][] = [];

  async function write({ task, part, file }: Extract<ToFileProcess, { type: 'write' }>) {
    let done = 0;
    let reported = 0;
    const { rows, pieces } = fileOf(task, parts, (more) => {
      done += more;
      if (done - reported < Math.max(progressRows, rows / 200)) return;
      reported = done;
      port.post({ type: 'rows', done, total: rows });
    });
    port.post({ type: 'rows', done, total: rows });
    await writePart(part, file, pieces);
    port.post({ type: 'written', rows });
  }

  async function check({ file, options }: Extract<ToFileProcess, { type: 'check' }>) {
    let reported = 0;
    const report = (step: 'reading' | 'parsing', share: number, bytes: number) => {
      if (share < 1 && share - reported < 0.01) return;
      reported = share;
      port.post({ type: 'read', step, share, bytes });
    };
    const content = await readTableFile(file, largestTrackFileMegabytes, (done, total) =>
      report('reading', Math.min(1, done / total), total),
    );
    reported = 0;
    const bytes = content.length;
    port.post({ type: 'read', step: 'parsing', share: null, bytes });
    const checked = checkedFile(content, options, (share) => report('parsing', share, bytes));
    port.post({ type: 'checked', checked });
  }

  port.listen((message) => {
    if (message.type === 'columns') {
      (parts[message.device] ??= []).push(message.columns);
      return;
    }
    const work = message.type === 'write' ? write(message) : check(message);
    work.catch((error: unknown) => port.post(failureOf(error)));
  });
}

/** The file of a task; `parts` are the columns of each device in the order received. */
function fileOf(
  task: WriteTask,
  parts: readonly (readonly TrackColumns[])[],
  count: CountRows,
): FileInPieces {
  if (task.kind === 'alerts') return writeAlerts(task.format, task.alerts, task.context, count);
  const devices = task.devices.map((device, i) => deviceTrack(device, parts[i] ?? [], task));
  return writeTracks(task.what, task.format, devices, task.context, count);
}

function deviceTrack(
  device: TracksTask['devices'][number],
  parts: readonly TrackColumns[],
  { what, context }: TracksTask,
): DeviceTrack {
  const track = mergeTracks(parts);
  // Breaks between two parts are visible only after merging.
  markBreaks(track, context.rules);
  return { ...device, track, journey: what === 'trips' ? findJourney(track, context.rules) : [] };
}

function failureOf(error: unknown): FromFileProcess {
  if (error instanceof FaultError) return { type: 'failed', fault: error.fault };
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(typeof error);
  return { type: 'broken', name, frames: stack.slice(stack.indexOf(message) + message.length) };
}
