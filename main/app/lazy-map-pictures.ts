import type { MapPictureOptions, MapPictures } from '../features/maps/map-picture';

/** Pictures of the map. Their code is loaded at the first use. */
export function lazyMapPictures(
  options: Omit<MapPictureOptions, 'printPage' | 'printOnPaper'>,
): MapPictures {
  const load = async () => {
    const { createMapPictures } = await import('../features/maps/map-picture');
    return createMapPictures({
      ...options,
      printPage: async (page) => (await import('./print-page')).printPage(page),
      printOnPaper: async (page) => (await import('./print-page')).printOnPaper(page),
    });
  };
  return {
    save: async (input) => (await load()).save(input),
    print: async (input) => (await load()).print(input),
  };
}
