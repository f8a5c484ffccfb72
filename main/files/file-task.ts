import { writeAlerts } from '#main/exchange/alert-files';
import type { CountRows, FileInPieces } from '#main/exchange/pieces';
import { writeTracks, type DeviceTrack } from '#main/exchange/tracks/write-tracks';
import type { TrackColumns } from '#shared/history/columns';
import { markBreaks, mergeTracks } from '#shared/history/track';
import { findJourney } from '#shared/history/trips';
import type { TracksTask, WriteTask } from './messages';

/** What a task makes; `parts` are the columns of each device as they came. */
export function fileOf(
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
  // No part can tell of itself what lies between it and the one before.
  markBreaks(track, context.rules);
  return { ...device, track, journey: what === 'trips' ? findJourney(track, context.rules) : [] };
}
