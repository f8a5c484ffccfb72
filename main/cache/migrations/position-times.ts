import type { DatabaseSync } from 'node:sqlite';
import type { Sealer } from '../seal';
import { DamagedError } from '../storage-errors';

// The layouts on both sides of this step, copied here because released steps never change.
const table = 'fix_columns';
const before = { format: 1, chunkSize: 80 };
const after = { format: 2, chunkSize: 70 };
/** Bytes of a value by column, in the order of a chunk of format 1. */
const columns = {
  latitude: 8,
  longitude: 8,
  fixAt: 8,
  checkedAt: 8,
  speed: 4,
  course: 4,
  battery: 4,
  inactiveSeconds: 4,
  flags: 1,
} as const;
type Column = keyof typeof columns | 'positionAt';
const orderAfter: readonly Column[] = [
  'latitude',
  'longitude',
  'fixAt',
  'positionAt',
  'checkedAt',
  'speed',
  'course',
  'battery',
  'inactiveSeconds',
  'flags',
];
const flagNoPosition = 2;
const flagNotUnderstood = 4;

/** Adds the time of the last position to the fix columns: until here a report without one erased it. */
export function addPositionTimes(database: DatabaseSync, sealer: () => Sealer): void {
  const rows = database.prepare(`SELECT key, body FROM ${table} ORDER BY key`).all();
  if (rows.length === 0) return;
  const seals = sealer();
  const chunks = rows.map((row, chunk) => {
    const key = Number(row.key);
    const plain = seals.open({ table, format: before.format, key }, row.body as Uint8Array);
    if (!plain || key !== chunk) throw new DamagedError(`${table}: a body does not open`);
    return plain;
  });
  const values = unpacked(chunks);
  addTimes(values);
  database.exec(`DELETE FROM ${table}`);
  const insert = database.prepare(`INSERT INTO ${table} (key, body) VALUES (?, ?)`);
  const count = values.flags.length;
  for (let key = 0; key * after.chunkSize < count; key++) {
    const from = key * after.chunkSize;
    const to = Math.min(from + after.chunkSize, count);
    const parts = orderAfter.map((column) => {
      const size = column === 'positionAt' ? 8 : columns[column];
      return values[column].subarray(from * size, to * size);
    });
    const place = { table, format: after.format, key };
    insert.run(key, seals.seal(place, Buffer.concat(parts)));
  }
}

/** Every column of the whole fleet, as bytes. */
function unpacked(chunks: readonly Buffer[]): Record<Column, Buffer> {
  const bytesPerDevice = Object.values(columns).reduce((sum, size) => sum + size, 0);
  const parts = Object.fromEntries(
    Object.keys(columns).map((column) => [column, [] as Buffer[]]),
  ) as Record<keyof typeof columns, Buffer[]>;
  for (const plain of chunks) {
    const count = Math.floor(plain.length / bytesPerDevice);
    let offset = 0;
    for (const [column, size] of Object.entries(columns)) {
      const end = offset + count * size;
      parts[column as keyof typeof columns].push(plain.subarray(offset, end));
      offset = end;
    }
  }
  const whole = Object.fromEntries(
    Object.entries(parts).map(([column, pieces]) => [column, Buffer.concat(pieces)]),
  ) as Record<keyof typeof columns, Buffer>;
  return { ...whole, positionAt: Buffer.alloc(whole.fixAt.length) };
}

function addTimes(values: Record<Column, Buffer>): void {
  for (let slot = 0; slot < values.flags.length; slot++) {
    const fixAt = values.fixAt.readDoubleLE(slot * 8);
    const hasPosition = !Number.isNaN(values.latitude.readDoubleLE(slot * 8));
    values.positionAt.writeDoubleLE(hasPosition ? fixAt : Number.NaN, slot * 8);
    // A report without a time was stored as a fix; today it is an answer that is not understood.
    if (Number.isNaN(fixAt)) values.flags[slot]! |= hasPosition ? flagNotUnderstood : 0;
    else if (!hasPosition) values.flags[slot]! |= flagNoPosition;
  }
}
