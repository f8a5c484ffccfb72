import { lazyPage } from '#lib/lazy-page';

export { newPlaceAt, PlaceDialog } from './place-dialog';
export { PlaceReshaping } from './place-reshaping';
export { makePlacesOfMeasured, PlacesOnMap } from './places-on-map';
export { followPlaces, placesView, takePlacesChange, usePlaces } from './places';

export const PlacesPage = lazyPage(async () => (await import('./places-page')).PlacesPage);
