/** Names of members, elements and columns that contain the time of a point, the best one first. */
const names = `
  time datetime timestamp at when gpstime fixtime gpstimestamp utctime timeutc datetimeutc
  utcdatetime utc gpsdatetime positiontime recordedat recordtime measuredat devicetime
  deviceutcdate trackedat localtime timelocal timestamputc timegmt timestampgmt datetimelocal
  localdatetime epoch unixtime unixtimestamp epochtime epochms timems timestampms timestampmillis
  timemillis tst ts servertime createdat date fecha fechahora zeit zeitstempel datum horodatage
  heure dataora czas время дата
`;
const ranks = new Map(
  names
    .trim()
    .split(/\s+/)
    .map((name, rank) => [name, rank]),
);
const known = new Map<string, number>();

/** The position in the list; undefined for another name. */
function rankOf(name: string): number | undefined {
  const kept = known.get(name);
  if (kept !== undefined) return kept < 0 ? undefined : kept;
  const rank = ranks.get(name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, ''));
  // Files have few different names; the map does not grow with a hostile one.
  if (known.size < 1_000 && name.length < 100) known.set(name, rank ?? -1);
  return rank;
}

export const isTimeName = (name: string) => rankOf(name) !== undefined;

/** The best name of a time that has a value; undefined if there is none. */
export function timeNamed(
  given: readonly string[],
  valueOf: (name: string) => unknown,
): string | undefined {
  let best: string | undefined;
  for (const name of given) {
    const rank = rankOf(name);
    if (rank === undefined || isBlank(valueOf(name))) continue;
    if (best === undefined || rank < rankOf(best)!) best = name;
  }
  return best;
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
