import { expect, test } from 'vitest';
import { packTexts, textAt } from '#shared/fleet/columns';
import { openCache } from './cache';
import {
  chunkCount,
  deviceChunkSize,
  packDeviceChunk,
  packTextBody,
  unpackDeviceChunks,
  unpackTextBody,
} from './chunks';
import { syntheticFleet, syntheticNow } from './synthetic-fleet.test-support';

const textsOf = (body: Uint8Array) => {
  const column = unpackTextBody(Buffer.from(body));
  return Array.from({ length: column.ends.length }, (_, i) => textAt(column, i));
};

test('texts are read as they were packed, and a cut body is damaged', () => {
  const texts = ['', 'Bogotá', '4 €', ''];
  const body = packTextBody(texts);
  expect(textsOf(body)).toEqual(texts);
  expect(textsOf(packTextBody([]))).toEqual([]);
  for (let length = 0; length < body.length; length++) {
    expect(() => textsOf(body.subarray(0, length))).toThrow(/too short|empty/);
  }
});

test('the last chunk holds the rest of the devices', () => {
  expect(chunkCount(0, deviceChunkSize)).toBe(0);
  expect(chunkCount(1, deviceChunkSize)).toBe(1);
  expect(chunkCount(deviceChunkSize, deviceChunkSize)).toBe(1);
  expect(chunkCount(deviceChunkSize + 1, deviceChunkSize)).toBe(2);
});

test('device columns are read from their chunks, and a cut chunk is damaged', () => {
  const count = deviceChunkSize + 3;
  const cache = openCache({ file: null, key: new Uint8Array(32) });
  const columns = cache.replaceDevices(syntheticFleet(count), syntheticNow);
  const [first, second] = [0, 1].map((chunk) => packDeviceChunk(columns, chunk));
  const { id, name, expiresAt, receivedAt } = unpackDeviceChunks(count, [first!, second!]);
  expect([id, name, expiresAt, receivedAt]).toEqual([
    columns.id,
    columns.name,
    columns.expiresAt,
    columns.receivedAt,
  ]);
  for (const length of [10, second!.length - 1]) {
    const cut = second!.subarray(0, length);
    expect(() => unpackDeviceChunks(count, [first!, cut])).toThrow('too short');
  }
});

test('a text column of many texts ends where its bytes end', () => {
  const column = packTexts(['a', 'bc']);
  expect([...column.ends]).toEqual([1, 3]);
  expect(column.bytes.byteLength).toBe(3);
});
