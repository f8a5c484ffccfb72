export { withMargin } from '../../../renderer/features/map/engine/coverage';

/** The window has the whole fleet: no part of the world needs another answer of the worker. */
export const covers = () => true;
