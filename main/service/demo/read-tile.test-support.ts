/** A feature of a vector tile: its lines in units of the tile. */
export interface TileFeature {
  properties: Record<string, string>;
  lines: [x: number, y: number][][];
}

interface Field {
  number: number;
  value: number;
  bytes: Uint8Array;
}

function varints(bytes: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    found.push(value);
  }
  return found;
}

function fields(bytes: Uint8Array): Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = () => {
    const start = at;
    while (bytes[at]! >= 0x80) at += 1;
    at += 1;
    return varints(bytes.subarray(start, at))[0]!;
  };
  while (at < bytes.length) {
    const key = varint();
    const value = varint();
    const isLong = key % 8 === 2;
    found.push({
      number: key >> 3,
      value,
      bytes: isLong ? bytes.subarray(at, at + value) : new Uint8Array(),
    });
    if (isLong) at += value;
  }
  return found;
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const signed = (value: number) => (value >> 1) ^ -(value & 1);

function linesOf(commands: readonly number[]): TileFeature['lines'] {
  const lines: TileFeature['lines'] = [];
  let x = 0;
  let y = 0;
  for (let at = 0; at < commands.length;) {
    const command = commands[at]! & 7;
    const count = commands[at]! >> 3;
    at += 1;
    if (command === 7) continue;
    for (let i = 0; i < count; i += 1) {
      x += signed(commands[at]!);
      y += signed(commands[at + 1]!);
      at += 2;
      if (command === 1) lines.push([]);
      lines.at(-1)!.push([x, y]);
    }
  }
  return lines;
}

/** The layers of a Mapbox Vector Tile whose properties are texts. */
export function readTile(tile: Uint8Array): Record<string, TileFeature[]> {
  const layers: Record<string, TileFeature[]> = {};
  for (const { bytes: layer } of fields(tile)) {
    const parts = fields(layer);
    const all = (number: number) => parts.filter((part) => part.number === number);
    const keys = all(3).map(({ bytes }) => text(bytes));
    const values = all(4).map(({ bytes }) => text(fields(bytes)[0]!.bytes));
    layers[text(all(1)[0]!.bytes)] = all(2).map(({ bytes }) => {
      const own = fields(bytes);
      const packed = (number: number) =>
        varints(own.find((field) => field.number === number)?.bytes ?? new Uint8Array());
      const tags = packed(2);
      const properties: Record<string, string> = {};
      for (let i = 0; i < tags.length; i += 2) properties[keys[tags[i]!]!] = values[tags[i + 1]!]!;
      return { properties, lines: linesOf(packed(4)) };
    });
  }
  return layers;
}
