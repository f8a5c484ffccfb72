/** The address of a position on a public map, for a browser or a message. */
export function browserMapAddress(latitude: number, longitude: number): string {
  const at = `${latitude.toFixed(5)}/${longitude.toFixed(5)}`;
  return `https://www.openstreetmap.org/?mlat=${latitude.toFixed(5)}&mlon=${longitude.toFixed(5)}#map=16/${at}`;
}

const number = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;
/** Two numbers as maps write them in an address. */
const pair = new RegExp(`^${number}(?:,|~|%2C|/)\\+?${number}`, 'i');

/** Parameters that contain latitude and longitude in one text, the exact place first. */
const pairParameters = ['q', 'query', 'll', 'coordinate', 'center', 'cp', 'daddr', 'sll', 'pt'];
/** Parameters with one of the two numbers each. */
const singleParameters = [
  ['mlat', 'mlon'],
  ['lat', 'lon'],
  ['lat', 'lng'],
  ['latitude', 'longitude'],
] as const;

/** Whether a text is the address of a page, in which a position may be written. */
export const isLink = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim());

/**
 * The latitude and longitude in a link of OpenStreetMap, Google Maps, Apple Maps, Bing and others that
 * write them alike, as "40.4168; -3.7038"; null if there is none. Nothing is requested.
 */
export function placeOfMapLink(text: string): string | null {
  if (!isLink(text) || !URL.canParse(text.trim())) return null;
  const { searchParams, pathname, hash } = new URL(text.trim());
  for (const [first, second] of singleParameters) {
    const [latitude, longitude] = [searchParams.get(first), searchParams.get(second)];
    if (latitude && longitude) return joined(numberOf(latitude), numberOf(longitude));
  }
  // Google writes the place of a pin after !3d and !4d, and the centre of the map after @.
  const pin = new RegExp(`!3d${number}!4d${number}`).exec(pathname);
  if (pin) return joined(pin[1], pin[2]);
  for (const name of pairParameters) {
    const found = pair.exec(
      (searchParams.get(name) ?? '').replace(/^loc:/i, '').replace(', ', ','),
    );
    if (found) return joined(found[1], found[2]);
  }
  const inPath = new RegExp(`/@${number},${number}`).exec(pathname);
  if (inPath) return joined(inPath[1], inPath[2]);
  const inPlace = new RegExp(`/(?:place|search|dir)/${number},\\+?${number}`).exec(pathname);
  if (inPlace) return joined(inPlace[1], inPlace[2]);
  // #map=zoom/latitude/longitude, or #zoom/latitude/longitude.
  const inHash = new RegExp(`^#(?:.*&)?(?:map=)?[\\d.]+/${number}/${number}`).exec(hash);
  return inHash ? joined(inHash[1], inHash[2]) : null;
}

const numberOf = (text: string) => new RegExp(`^${number}$`).exec(text.trim())?.[1];

const joined = (latitude: string | undefined, longitude: string | undefined): string | null =>
  latitude === undefined || longitude === undefined ? null : `${latitude}; ${longitude}`;
