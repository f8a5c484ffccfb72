import { mostPieces as ofTheApp } from '../../../renderer/features/map/track/track-picture';

export * from '../../../renderer/features/map/track/track-picture';

/** The bench draws by software what the app draws on a graphics card, unless it asks for less. */
export const mostPieces = {
  ...ofTheApp,
  get bySoftware(): number {
    const wanted: unknown = Reflect.get(globalThis, 'benchMostPieces');
    return typeof wanted === 'number' ? wanted : ofTheApp.byCard;
  },
};
