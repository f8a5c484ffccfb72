import type { Position } from '#engines/fleet';
import type { Whereabouts } from '#shared/places/place';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { useFleet, useFleetStore } from './fleet-store';

/** Where a position is: in places of the user, else near a town; null without a position, and until it is known. */
export function usePlace(latitude: number | null, longitude: number | null): Whereabouts | null {
  const { client } = useFleetStore();
  const version = useFleet(({ view }) => view?.placesVersion);
  const hasPosition = latitude !== null && longitude !== null;
  const places = useWorkerAnswer(
    hasPosition ? () => client.places([{ latitude, longitude }]) : null,
    [client, latitude, longitude, version],
  );
  return places?.[0] ?? null;
}

/** Where a position is, as text; nothing without a position. */
export function NearestTown({ latitude, longitude }: Position) {
  const format = useFormat();
  const place = usePlace(latitude, longitude);
  const usualCountry = useFleet(({ view }) => view?.usualCountry ?? null);
  if (!place) return latitude === null ? null : <span data-place-loading />;
  return <span title={format.placeTitle(place)}>{format.place(place, usualCountry)}</span>;
}
