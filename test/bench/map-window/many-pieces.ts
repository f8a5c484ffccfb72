import { mostPieces as ofTheApp } from '../../../renderer/features/map/track/track-picture';

export * from '../../../renderer/features/map/track/track-picture';

/** The bench draws with a software renderer as many pieces as on a graphics card, unless limited. */
export const mostPieces = {
  ...ofTheApp,
  get bySoftware(): number {
    const wanted: unknown = Reflect.get(globalThis, 'benchMostPieces');
    return typeof wanted === 'number' ? wanted : ofTheApp.byCard;
  },
};
