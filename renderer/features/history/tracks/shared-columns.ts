import type { TrackColumns } from '#shared/history/columns';

type Column = Float64Array | Float32Array | Uint8Array;

const eight = 8;
const padded = (bytes: number) => Math.ceil(bytes / eight) * eight;

/**
 * Copies the columns into memory shared by the window and its workers, so that they can be passed on
 * without copying. One block for all columns, because each block is a handle of its own.
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
