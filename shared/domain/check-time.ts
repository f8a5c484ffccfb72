/** Background calls leave one of so many calls per minute to the user, and not more than a number. */
const callsPerOneOfUser = 10;
const mostLeftToUser = 60;
/** With fewer calls a minute there is nothing to leave. */
const fewestToShare = 4;

/** Calls per minute that background work leaves to the user. */
export function callsLeftToUser(callsPerMinute: number): number {
  const least = callsPerMinute < fewestToShare ? 0 : 1;
  return Math.min(mostLeftToUser, Math.max(least, Math.floor(callsPerMinute / callsPerOneOfUser)));
}

/** So many calls in a row are for devices that were not checked yet, then one for a device that was. */
export const newInARow = 2;

/**
 * About how long it takes to check devices, each of them once. The other calls go to devices that move and to those
 * on screen.
 */
export function secondsToCheck(devices: number, callsPerMinute: number): number {
  const forNew = newInARow / (newInARow + 1);
  return (60 * devices) / ((callsPerMinute - callsLeftToUser(callsPerMinute)) * forNew);
}
