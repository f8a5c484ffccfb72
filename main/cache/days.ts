import { measureNames, type TrackColumns } from '#shared/history/columns';
import { columnsOf, emptyTrack } from '#shared/history/track';
import type { Storage, StoredValue } from './storage';
import { DamagedError } from './storage-errors';

const newLine = 0x0a;

export type Days = ReturnType<typeof daysOf>;

/**
 * Days of history in a cache, whose vault can be replaced: JSON about each, and its bytes. The service can
 * send them again, so a write does not wait for the disk.
 */
export function daysOf({ vault, guarded, commit }: Storage) {
  const aboutKey = (id: string) => vault().hide('history_days', id);
  const bodyKey = (id: string) => vault().hide('history_bodies', id);

  function collect(id: string, about: unknown, bytes: Uint8Array): void {
    // The id comes first: a move into another file derives the new key from it.
    const head = Buffer.from(`${JSON.stringify([id])}\n`);
    vault().stage('history_bodies', bodyKey(id), Buffer.concat([head, bytes]));
    vault().stage('history_days', aboutKey(id), Buffer.from(JSON.stringify([id, about])));
  }

  return {
    /**
     * The JSON about each day, without its bytes, read one at a time. Ends with an error if the copy is
     * replaced meanwhile.
     */
    *entries(): Generator<StoredValue> {
      const from = vault();
      for (const key of guarded(() => from.keys('history_days'))) {
        if (vault() !== from) throw new Error('The copy was replaced while it was read.');
        const plain = guarded(() => from.read('history_days', key));
        if (!plain) continue;
        const [id, value] = JSON.parse(plain.toString()) as [string, unknown];
        yield { id, value };
      }
    },
    /** null if there is none. */
    bytes: (id: string): Buffer | null =>
      guarded(() => {
        const plain = vault().read('history_bodies', bodyKey(id));
        return plain && plain.subarray(plain.indexOf(newLine) + 1);
      }),
    put(id: string, about: unknown, bytes: Uint8Array): void {
      collect(id, about, bytes);
      commit();
    },
    /** The same in memory only: stored by `store`, or with the next write to the copy. */
    collect,
    store: commit,
    removeMany(ids: Iterable<string>): void {
      for (const id of ids) {
        vault().stage('history_bodies', bodyKey(id), null);
        vault().stage('history_days', aboutKey(id), null);
      }
      commit();
    },
  };
}

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
