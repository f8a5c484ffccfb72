export { withMargin } from '../../../renderer/features/map/engine/coverage';

/** The window has the whole fleet, so no viewport needs another answer from the worker. */
export const covers = () => true;
