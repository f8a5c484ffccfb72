/** A position is estimated for at most this long after the report; then the device may be anywhere. */
export const estimatedForMs = 45_000;

/** Metres per degree of latitude. */
const metresPerDegree = 111_195;

/** A report that says how a device moved. NaN: not provided. */
export interface Motion {
  /** Time of the report. */
  at: number;
  /** Metres per second. */
  speed: number;
  /** Degrees clockwise from north. */
  course: number;
}

/**
 * How far a device is expected to have moved since its report; null if the report does not say, or is older than that
 * tells anything.
 */
export function movementSince(
  { at, speed, course }: Motion,
  now: number,
): { east: number; north: number; seconds: number } | null {
  const ms = now - at;
  if (!(ms > 0 && ms <= estimatedForMs) || !(speed > 0) || Number.isNaN(course)) return null;
  const metres = (speed * ms) / 1000;
  const angle = (course * Math.PI) / 180;
  return { east: metres * Math.sin(angle), north: metres * Math.cos(angle), seconds: ms / 1000 };
}

/**
 * Where a device is expected to be by now, and how long after its report; null if the report does not
 * say. `metresPerSecond` is one unit of its speed.
 */
export function estimatedPlace(
  position: {
    at: number | null;
    latitude: number;
    longitude: number;
    speed: number | null;
    course: number | null;
  },
  metresPerSecond: number,
  now: number,
): { latitude: number; longitude: number; seconds: number } | null {
  const { at, latitude, longitude, speed, course } = position;
  if (at === null || speed === null || course === null) return null;
  const moved = movementSince({ at, speed: speed * metresPerSecond, course }, now);
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  // At a pole every direction is the other way.
  if (!moved || narrowing < 1e-6) return null;
  return {
    latitude: latitude + moved.north / metresPerDegree,
    longitude: longitude + moved.east / (metresPerDegree * narrowing),
    seconds: moved.seconds,
  };
}
