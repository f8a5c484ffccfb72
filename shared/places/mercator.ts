/** The latitude at which the Mercator world is square. */
const latitudeLimit = 85.051129;

/** Mercator x of a longitude: 0 at 180° west, 1 at 180° east. */
export function mercatorX(longitude: number): number {
  const x = (longitude + 180) / 360;
  return x >= 0 && x < 1 ? x : x - Math.floor(x);
}

/** Mercator y of a latitude: 0 in the north, 1 in the south; clamped to the square world. */
export function mercatorY(latitude: number): number {
  const clamped = Math.max(-latitudeLimit, Math.min(latitudeLimit, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.max(0, Math.min(1, y));
}
