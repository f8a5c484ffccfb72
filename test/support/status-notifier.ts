import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { promisify } from 'node:util';

// A desktop that shows icons of programs: it owns the name of the watcher on the bus of the session (StatusNotifierItem
// specification), where the icons register. Speaks as much of the D-Bus protocol as that takes.

const watcher = 'org.kde.StatusNotifierWatcher';
const bus = { path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/** Codes of the header fields. */
const fields = {
  path: 1,
  interface: 2,
  member: 3,
  error: 4,
  replyTo: 5,
  to: 6,
  from: 7,
  signature: 8,
};
const types = { call: 1, answer: 2, error: 3 };

type Header = Partial<Record<keyof typeof fields, string | number>>;

export interface IconHost {
  /** The names on the bus of the icons that are shown. */
  items(): string[];
  /** What a click on an icon does. */
  activate(item: string): Promise<void>;
  /** The menu of an icon, as `gdbus` prints it. */
  menuOf(item: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens one on the bus that the environment names. */
export async function openIconHost(): Promise<IconHost> {
  const items: string[] = [];
  const socket = net.connect(addressOf(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? ''));
  const user = Buffer.from(String(process.getuid!())).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  await once(socket, 'data');
  socket.write('BEGIN\r\n');
  let serial = 0;
  const send = (type: number, header: Header, body: Buffer = Buffer.alloc(0)) => {
    serial += 1;
    socket.write(encode(type, serial, header, body));
  };
  let named = () => {};
  const isNamed = new Promise<void>((resolve) => (named = resolve));
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (let size = sizeOf(received); size <= received.length; size = sizeOf(received)) {
      const { type, serial: replyTo, header, body } = decode(received);
      received = received.subarray(size);
      // That to RequestName, the second call.
      if (type === types.answer && header.replyTo === 2) named();
      if (type !== types.call) continue;
      const answer: Header = { replyTo, to: header.from! };
      if (header.member === 'Get') {
        // A variant with the boolean true.
        send(types.answer, { ...answer, signature: 'v' }, Buffer.from([1, 98, 0, 0, 1, 0, 0, 0]));
      } else if (header.member === 'RegisterStatusNotifierItem') {
        const name = body.toString('utf8', 4, 4 + body.readUInt32LE(0));
        items.push(name.startsWith('/') ? String(header.from) : name);
        send(types.answer, answer);
      } else send(types.error, { ...answer, error: 'org.freedesktop.DBus.Error.UnknownMethod' });
    }
  });
  send(types.call, { ...bus, member: 'Hello', to: bus.interface });
  const request = new Bytes().text(watcher).number(0).buffer();
  send(types.call, { ...bus, member: 'RequestName', to: bus.interface, signature: 'su' }, request);
  await isNamed;
  return {
    items: () => items,
    activate: async (item) => {
      await call(item, '/StatusNotifierItem', 'org.kde.StatusNotifierItem.Activate', '0', '0');
    },
    menuOf: (item) =>
      call(
        item,
        '/com/canonical/dbusmenu',
        'com.canonical.dbusmenu.GetLayout',
        '0',
        '-1',
        '@as []',
      ),
    close: async () => {
      socket.end();
      await once(socket, 'close');
    },
  };
}

async function call(name: string, object: string, method: string, ...args: string[]) {
  const where = ['call', '--session', '--dest', name, '--object-path', object, '--method', method];
  return (await promisify(execFile)('gdbus', [...where, '--', ...args])).stdout;
}

/** The socket of `unix:path=…` or `unix:abstract=…`. */
function addressOf(bus: string): { path: string } {
  const [, kind, path] = /^unix:(path|abstract)=([^,;]+)/.exec(bus) ?? [];
  if (!path) throw new Error(`no bus of the session: ${bus}`);
  return { path: kind === 'abstract' ? `\0${path}` : path };
}

/** Values as D-Bus writes them, little-endian and aligned. */
class Bytes {
  readonly #bytes: number[] = [];

  align(to: number): this {
    while (this.#bytes.length % to !== 0) this.#bytes.push(0);
    return this;
  }

  byte(...values: number[]): this {
    this.#bytes.push(...values);
    return this;
  }

  number(value: number): this {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    return this.align(4).byte(...four);
  }

  text(value: string): this {
    return this.number(Buffer.byteLength(value)).byte(...Buffer.from(value), 0);
  }

  signature(value: string): this {
    return this.byte(value.length, ...Buffer.from(value), 0);
  }

  buffer(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

const typeOf = (name: keyof typeof fields) =>
  name === 'path' ? 'o' : name === 'replyTo' ? 'u' : name === 'signature' ? 'g' : 's';

function encode(type: number, serial: number, header: Header, body: Buffer): Buffer {
  const list = new Bytes();
  for (const [name, value] of Object.entries(header) as [keyof typeof fields, string | number][]) {
    const kind = typeOf(name);
    list.align(8).byte(fields[name]).signature(kind);
    if (kind === 'u') list.number(Number(value));
    else if (kind === 'g') list.signature(String(value));
    else list.text(String(value));
  }
  const encoded = list.buffer();
  const start = new Bytes().byte(0x6c, type, 0, 1).number(body.length).number(serial);
  const head = start
    .number(encoded.length)
    .byte(...encoded)
    .align(8);
  return Buffer.concat([head.buffer(), body]);
}

const toEight = (size: number) => Math.ceil(size / 8) * 8;

/** The length of the first message; infinite while it is not known. */
function sizeOf(data: Buffer): number {
  if (data.length < 16) return Number.POSITIVE_INFINITY;
  return toEight(16 + data.readUInt32LE(12)) + data.readUInt32LE(4);
}

function decode(data: Buffer) {
  const end = 16 + data.readUInt32LE(12);
  const header: Header = {};
  for (let at = 16; at < end;) {
    at = toEight(at);
    const name = Object.entries(fields).find(([, code]) => code === data[at])?.[0];
    const kind = String.fromCharCode(data[at + 2]!);
    at += 4;
    const size = kind === 'g' ? data[at]! : data.readUInt32LE(at);
    const from = at + (kind === 'g' ? 1 : 4);
    const value = kind === 'u' ? size : data.toString('utf8', from, from + size);
    if (name) header[name as keyof typeof fields] = value;
    at = kind === 'u' ? from : from + size + 1;
  }
  const body = data.subarray(toEight(end), sizeOf(data));
  return { type: data[1]!, serial: data.readUInt32LE(8), header, body };
}
