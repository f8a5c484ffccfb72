import type { TripRules } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { findJourney, type Journey } from '#shared/history/trips';

/** Requests the trips and stops of all tracks on screen. */
export interface TripRequest {
  ticket: number;
  tracks: readonly TrackColumns[];
  rules: TripRules;
}

export interface TripResponse {
  ticket: number;
  journeys: readonly Journey[];
}

globalThis.onmessage = ({ data }: MessageEvent<TripRequest>) => {
  const { ticket, tracks, rules } = data;
  const journeys = tracks.map((track) => findJourney(track, rules));
  globalThis.postMessage({ ticket, journeys } satisfies TripResponse);
};
