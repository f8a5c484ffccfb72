import type { Viewport } from '#features/fleet-data';
import { extentOf, lineOf } from './track-line';
import { levelsOf } from './track-lod';
import {
  composePicture,
  mostPieces,
  nearestFix,
  type Colours,
  type LeveledLine,
} from './track-picture';
import type { TrackExtent, TrackHit, TrackPicture, TrackWay } from './track-types';

/** What the window says to the worker. */
export type ToTrackWorker =
  | { type: 'ways'; version: number; ways: readonly TrackWay[] }
  | { type: 'colours'; colours: Colours }
  | { type: 'most'; pieces: number }
  | { type: 'viewport'; viewport: Viewport }
  | { type: 'nearest'; ticket: number; x: number; y: number; reach: number }
  | { type: 'extent'; ticket: number };

/** What the worker says to the window. */
export type FromTrackWorker =
  | { type: 'picture'; picture: TrackPicture }
  | { type: 'answer'; ticket: number; value: TrackHit | TrackExtent | null };

/** The part of a worker's end that is needed. */
export interface TrackLineEnd<Out, In> {
  postMessage(message: Out, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
}

/** Keeps the ways and draws what of them is in view; the window only ever gets that. */
export function serveTracks(
  end: TrackLineEnd<FromTrackWorker, ToTrackWorker>,
  soon: (run: () => void) => void,
): void {
  let lines: LeveledLine[] = [];
  let version = 0;
  let colours: Colours | null = null;
  let viewport: Viewport | null = null;
  let most: number = mostPieces.byCard;
  let isAsked = false;

  const show = () => {
    if (isAsked) return;
    isAsked = true;
    // Several wishes that wait already are answered once.
    soon(() => {
      isAsked = false;
      if (!colours || !viewport) return;
      const picture = composePicture(lines, viewport, colours, most, version);
      end.postMessage({ type: 'picture', picture }, [picture.pieces.buffer, picture.marks.buffer]);
    });
  };

  const bare = () => lines.map(({ line }) => line);
  const answer = (ticket: number, value: TrackHit | TrackExtent | null) =>
    end.postMessage({ type: 'answer', ticket, value }, []);

  end.onmessage = ({ data }) => {
    switch (data.type) {
      case 'ways':
        ({ version } = data);
        lines = data.ways.map(lineOf).map((line) => ({ line, levels: levelsOf(line) }));
        return show();
      case 'colours':
        ({ colours } = data);
        return show();
      case 'most':
        most = data.pieces;
        return show();
      case 'viewport':
        ({ viewport } = data);
        return show();
      case 'nearest':
        return answer(data.ticket, nearestFix(bare(), data.x, data.y, data.reach));
      case 'extent':
        return answer(data.ticket, extentOf(bare()));
    }
  };
}
