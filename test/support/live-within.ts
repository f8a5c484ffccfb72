/**
 * How long the first round of a fleet may take: the calls of the last minute count after a restart, so a
 * start soon after another one has few left.
 */
export const liveWithin = { timeout: 90_000 };
