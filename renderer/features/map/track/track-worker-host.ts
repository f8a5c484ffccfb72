import type { Viewport } from '#engines/geo';
import { extentOf, lineOf } from './track-line';
import { levelsOf } from './track-lod';
import {
  composePicture,
  mostPieces,
  nearestFix,
  type Colours,
  type LeveledLine,
} from './track-picture';
import type { TrackExtent, TrackHit, TrackPicture, TrackInput } from './track-types';

/** Messages from the window to the worker. */
export type ToTrackWorker =
  | { type: 'tracks'; version: number; tracks: readonly TrackInput[] }
  | { type: 'colours'; colours: Colours }
  | { type: 'maxPieces'; pieces: number }
  | { type: 'viewport'; viewport: Viewport }
  | { type: 'nearest'; ticket: number; x: number; y: number; reach: number }
  | { type: 'extent'; ticket: number };

/** Messages from the worker to the window. */
export type FromTrackWorker =
  | { type: 'picture'; picture: TrackPicture }
  | { type: 'answer'; ticket: number; value: TrackHit | TrackExtent | null };

/** The worker's end of the message channel. */
export interface TrackLineEnd<Out, In> {
  postMessage(message: Out, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
}

/** Holds the tracks and draws the part in view; the window receives only that. */
export function serveTracks(
  end: TrackLineEnd<FromTrackWorker, ToTrackWorker>,
  soon: (run: () => void) => void,
): void {
  let lines: LeveledLine[] = [];
  let version = 0;
  let colours: Colours | null = null;
  let viewport: Viewport | null = null;
  let maxPieces: number = mostPieces.byCard;
  let isScheduled = false;

  const show = () => {
    if (isScheduled) return;
    isScheduled = true;
    // Requests that arrived in the meantime are answered by one picture.
    soon(() => {
      isScheduled = false;
      if (!colours || !viewport) return;
      const picture = composePicture(lines, viewport, colours, maxPieces, version);
      end.postMessage({ type: 'picture', picture }, [picture.pieces.buffer, picture.marks.buffer]);
    });
  };

  const allLines = () => lines.map(({ line }) => line);
  const answer = (ticket: number, value: TrackHit | TrackExtent | null) =>
    end.postMessage({ type: 'answer', ticket, value }, []);

  end.onmessage = ({ data }) => {
    switch (data.type) {
      case 'tracks':
        ({ version } = data);
        lines = data.tracks.map(lineOf).map((line) => ({ line, levels: levelsOf(line) }));
        return show();
      case 'colours':
        ({ colours } = data);
        return show();
      case 'maxPieces':
        maxPieces = data.pieces;
        return show();
      case 'viewport':
        ({ viewport } = data);
        return show();
      case 'nearest':
        return answer(data.ticket, nearestFix(allLines(), data.x, data.y, data.reach));
      case 'extent':
        return answer(data.ticket, extentOf(allLines()));
    }
  };
}
