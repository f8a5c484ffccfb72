import type { ServiceContext } from './context';
import type { JsonObject } from './reply';
import type { Range } from './store';

const hourMs = 3_600_000;

/** The range that is answered, which may differ from the requested one. */
export function answeredRange({ quirks, now }: ServiceContext, range: Range): Range {
  switch (quirks.rangeBounds) {
    case 'requested':
      return range;
    case 'hourMore':
      return { from: range.from - hourMs, to: range.to + hourMs };
    case 'ignored':
      return { from: now() - 24 * hourMs, to: now() };
  }
}

/** The records of an answer to a range query, from all of them in ascending order. */
export function rangeRecords(
  { quirks }: Pick<ServiceContext, 'quirks'>,
  ascending: readonly JsonObject[],
): JsonObject[] {
  const most = quirks.mostRangeRecords ?? ascending.length;
  const start = quirks.returnedRecords === 'last' ? Math.max(0, ascending.length - most) : 0;
  const sent = ascending.slice(start, start + most).map((record) => written(record, quirks));
  return quirks.rangeOrder === 'descending' ? sent.reverse() : sent;
}

function written(record: JsonObject, { rangeMembers }: ServiceContext['quirks']): JsonObject {
  if (rangeMembers === 'documented') return record;
  const { dateTime = null, latitude = null, longitude = null, ...others } = record;
  if (rangeMembers === 'renamed')
    return { date: dateTime, lat: latitude, lng: longitude, ...others };
  if (rangeMembers === 'renamedPlace')
    return { dateTime, lat: latitude, lng: longitude, ...others };
  return { dateTime: 'yesterday', latitude: 'north', longitude: {}, ...others };
}
