import type { TripRules } from '#shared/domain/trip';
import type { TrackColumns } from '#shared/history/columns';
import { findJourney, type Journey } from '#shared/history/trips';

/** What the window asks: the journeys of all tracks on screen. */
export interface JourneyQuestion {
  ticket: number;
  tracks: readonly TrackColumns[];
  rules: TripRules;
}

export interface JourneyAnswer {
  ticket: number;
  journeys: readonly Journey[];
}

globalThis.onmessage = ({ data }: MessageEvent<JourneyQuestion>) => {
  const { ticket, tracks, rules } = data;
  const journeys = tracks.map((track) => findJourney(track, rules));
  globalThis.postMessage({ ticket, journeys } satisfies JourneyAnswer);
};
