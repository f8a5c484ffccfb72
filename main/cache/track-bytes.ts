import { measureNames, type TrackColumns } from '#shared/history/columns';
import { columnsOf, emptyTrack } from '#shared/history/track';
import { DamagedError } from './storage-errors';

const kinds = { f64: Float64Array, f32: Float32Array, u8: Uint8Array } as const;
type Kind = keyof typeof kinds;

interface Head {
  count: number;
  columns: [name: string, kind: Kind][];
}

const kindOf = (values: Float64Array | Float32Array | Uint8Array): Kind =>
  values instanceof Float64Array ? 'f64' : values instanceof Float32Array ? 'f32' : 'u8';

/** A track as bytes: the length of a head (four bytes), the head as JSON, the columns it names. */
export function packTrack(track: TrackColumns): Uint8Array {
  const columns = [...columnsOf(track)];
  const head: Head = {
    count: track.count,
    columns: columns.map(([name, values]) => [name, kindOf(values)]),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([
    length,
    text,
    ...columns.map(([, { buffer, byteOffset, byteLength }]) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  ]);
}

/** The track in the bytes of `packTrack`. */
export function unpackTrack(bytes: Buffer): TrackColumns {
  const start = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, start)) as Head;
  const track: TrackColumns = { ...emptyTrack(), count: head.count };
  let offset = start;
  for (const [name, kind] of head.columns) {
    const values = new kinds[kind](head.count);
    const end = offset + values.byteLength;
    if (end > bytes.length) throw new DamagedError('a day of history is too short');
    new Uint8Array(values.buffer).set(bytes.subarray(offset, end));
    offset = end;
    put(track, name, values);
  }
  return track;
}

function put(
  track: TrackColumns,
  name: string,
  values: Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>,
): void {
  if (values instanceof Float32Array) {
    const measure = measureNames.find((each) => name === `m:${each}`);
    if (measure) track.measures[measure] = values;
    else track.attributes = { ...track.attributes, [name.slice(2)]: values };
  } else if (values instanceof Uint8Array) {
    track.flags = values;
  } else if (name === 'at' || name === 'latitude' || name === 'longitude') {
    track[name] = values;
  }
}
