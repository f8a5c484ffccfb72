/** Receives how many more rows were written to a file. */
export type CountRows = (rows: number) => void;

/** Parts of a file, each of no more than some hundred kilobytes. */
export type Pieces = Iterable<Uint8Array<ArrayBuffer>>;

/** A file that is written in pieces; `rows` is how many it will contain. */
export interface FileInPieces {
  rows: number;
  pieces: Pieces;
}

/** Characters per write. */
const pieceLength = 1 << 16;

/** The text of a file in UTF-8, in pieces that need not be in memory at the same time. */
export function* encodedPieces(text: Iterable<string>): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let waiting: string[] = [];
  let length = 0;
  for (const each of text) {
    waiting.push(each);
    length += each.length;
    if (length < pieceLength) continue;
    yield encoder.encode(waiting.join(''));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield encoder.encode(waiting.join(''));
}

export function* batchesOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** All of a file at once. */
export function joinedPieces(pieces: Pieces): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([...pieces]));
}
