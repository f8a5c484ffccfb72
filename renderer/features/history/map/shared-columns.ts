import type { TrackColumns } from '#shared/history/columns';

type Column = Float64Array | Float32Array | Uint8Array;

const eight = 8;
const padded = (bytes: number) => Math.ceil(bytes / eight) * eight;

/**
 * The same columns in memory that the window and its workers all see: handing them on costs nothing
 * however long the track is. One block for all, because each block is a handle to be passed.
 */
export function sharedColumns(track: TrackColumns): TrackColumns {
  const { at, latitude, longitude, flags } = track;
  const measures = Object.entries(track.measures);
  const attributes = Object.entries(track.attributes);
  const all: Column[] = [at, latitude, longitude, flags];
  for (const [, column] of [...measures, ...attributes]) all.push(column);
  const block = new SharedArrayBuffer(
    all.reduce((sum, { byteLength }) => sum + padded(byteLength), 0),
  );
  let offset = 0;
  const moved = <C extends Column>(column: C): C => {
    const Kind = column.constructor as new (
      block: SharedArrayBuffer,
      from: number,
      of: number,
    ) => C;
    const copy = new Kind(block, offset, column.length);
    copy.set(column);
    offset += padded(column.byteLength);
    return copy;
  };
  return {
    count: track.count,
    at: moved(at),
    latitude: moved(latitude),
    longitude: moved(longitude),
    flags: moved(flags),
    measures: Object.fromEntries(measures.map(([name, column]) => [name, moved(column)])),
    attributes: Object.fromEntries(attributes.map(([name, column]) => [name, moved(column)])),
  };
}
