/** Data sent over a separate MessagePort because it is too large for the result of a call. */
export const portNames = ['fleet', 'history'] as const;
export type PortName = (typeof portNames)[number];

/**
 * The channel from the preload to main with the path of a file that was dropped on the map. Code in the
 * window cannot name a path: the preload takes it from the file of a drop by the user.
 */
export const droppedFileMessage = 'waypost:dropped-file';

/** The channel from main to the preload, and the window message that then carries the port. */
export const portMessage = (name: PortName) => `waypost:${name}-port`;
