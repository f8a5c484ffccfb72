import { createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

// A native dialog is not part of the page, so its buttons are pressed as a person does: over the display
// server. This is the part of the X11 protocol that is needed for that.

const opcodes = {
  attributes: 3,
  configure: 12,
  geometry: 14,
  tree: 15,
  property: 20,
  extension: 98,
} as const;
const wmName = 39;
const wmTransientFor = 68;
const viewable = 2;
const input = { press: 4, release: 5, motion: 6 } as const;

interface Dialog {
  window: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A connection to the display of the tests. */
class Display {
  private pending = Buffer.alloc(0);
  private waiting: ((reply: Buffer) => void) | null = null;
  root = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.pending = Buffer.concat([this.pending, chunk]);
      this.deliver();
    });
  }

  static async open(name: string): Promise<Display> {
    const number = /^:(\d+)/.exec(name)![1]!;
    const socket = createConnection(`/tmp/.X11-unix/X${number}`);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const display = new Display(socket);
    const hello = Buffer.alloc(12);
    hello.write('l');
    hello.writeUInt16LE(11, 2);
    const setup = await display.exchange(hello);
    if (setup[0] !== 1) throw new Error('the display server refused the connection');
    const vendor = Math.ceil(setup.readUInt16LE(24) / 4) * 4;
    display.root = setup.readUInt32LE(40 + vendor + 8 * setup[29]!);
    return display;
  }

  close(): void {
    this.socket.destroy();
  }

  send(request: Buffer): void {
    request.writeUInt16LE(request.length / 4, 2);
    this.socket.write(request);
  }

  /** Sends a request of words and resolves to its reply. */
  ask(opcode: number, ...words: number[]): Promise<Buffer> {
    const request = Buffer.alloc(4 + 4 * words.length);
    request[0] = opcode;
    words.forEach((word, index) => request.writeUInt32LE(word, 4 + 4 * index));
    request.writeUInt16LE(request.length / 4, 2);
    return this.exchange(request);
  }

  exchange(request: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.socket.write(request);
    });
  }

  private deliver(): void {
    while (this.pending.length >= 8) {
      const isSetup = this.root === 0;
      const units = isSetup ? this.pending.readUInt16LE(6) : this.pending.readUInt32LE(4);
      // Errors and events have 32 bytes; only replies have more.
      const isReply = isSetup || this.pending[0] === 1;
      const length = isSetup ? 8 + 4 * units : 32 + (isReply ? 4 * units : 0);
      if (this.pending.length < length) return;
      const message = this.pending.subarray(0, length);
      this.pending = this.pending.subarray(length);
      if (!isReply && message[0] !== 0) continue;
      const waiting = this.waiting;
      this.waiting = null;
      waiting?.(Buffer.from(message));
      if (isSetup) return;
    }
  }
}

async function propertyOf(display: Display, window: number, property: number): Promise<Buffer> {
  const reply = await display.ask(opcodes.property, window, property, 0, 0, 256);
  if (reply[0] !== 1) return Buffer.alloc(0);
  return reply.subarray(32, 32 + (reply.readUInt32LE(16) * reply[1]!) / 8);
}

/** The open dialog with this title and its place; null if there is none. */
async function findDialog(display: Display, title: string): Promise<Dialog | null> {
  const tree = await display.ask(opcodes.tree, display.root);
  for (let i = tree.readUInt16LE(16) - 1; i >= 0; i -= 1) {
    const window = tree.readUInt32LE(32 + 4 * i);
    const attributes = await display.ask(opcodes.attributes, window);
    if (attributes[0] !== 1 || attributes[26] !== viewable) continue;
    const name = (await propertyOf(display, window, wmName)).toString('latin1');
    const owner = await propertyOf(display, window, wmTransientFor);
    if (name !== title || owner.length === 0) continue;
    const reply = await display.ask(opcodes.geometry, window);
    if (reply[0] !== 1) continue;
    return {
      window,
      x: reply.readInt16LE(12),
      y: reply.readInt16LE(14),
      width: reply.readUInt16LE(16),
      height: reply.readUInt16LE(18),
    };
  }
  return null;
}

/** Puts a window above all others, as a window manager does with a dialog: its app may draw its window later. */
function raise(display: Display, window: number): void {
  const stackMode = 0x40;
  const request = Buffer.alloc(16);
  request[0] = opcodes.configure;
  request.writeUInt32LE(window, 4);
  request.writeUInt16LE(stackMode, 8);
  display.send(request);
}

async function fakeInput(display: Display, kind: number, detail: number, x = 0, y = 0) {
  const request = Buffer.alloc(12);
  request[0] = opcodes.extension;
  request.writeUInt16LE(4, 2);
  request.writeUInt16LE(5, 4);
  const named = Buffer.concat([request.subarray(0, 8), Buffer.from('XTEST\0\0\0')]);
  const extension = await display.exchange(named);
  const event = Buffer.alloc(36);
  event[0] = extension[9]!;
  event[1] = 2;
  event[4] = kind;
  event[5] = detail;
  event.writeUInt32LE(display.root, 12);
  event.writeInt16LE(x, 24);
  event.writeInt16LE(y, 26);
  display.send(event);
}

async function withDisplay<T>(work: (display: Display) => Promise<T>): Promise<T> {
  const display = await Display.open(process.env['DISPLAY'] ?? '');
  try {
    return await work(display);
  } finally {
    display.close();
  }
}

/** True while a native dialog of Waypost is open. */
export function isDialogOpen(): Promise<boolean> {
  return withDisplay(async (display) => (await findDialog(display, 'Waypost')) !== null);
}

/** Presses one of the two buttons of the open dialog; false if there is no dialog. */
function pressDialog(button: 'first' | 'second'): Promise<boolean> {
  return withDisplay(async (display) => {
    const place = await findDialog(display, 'Waypost');
    if (!place) return false;
    raise(display, place.window);
    const x = place.x + Math.round(place.width * (button === 'first' ? 0.25 : 0.75));
    const y = place.y + place.height - 20;
    // Out of the dialog and in again: a dialog that opens under the pointer does not notice it otherwise.
    await fakeInput(
      display,
      input.motion,
      0,
      place.x + place.width + 5,
      place.y + place.height + 5,
    );
    await fakeInput(display, input.motion, 0, x, y);
    await fakeInput(display, input.press, 1);
    await fakeInput(display, input.release, 1);
    // A reply shows that the server has handled the input.
    await display.ask(opcodes.tree, display.root);
    return true;
  });
}

const betweenPressesMs = 100;

/** Presses a button of the dialog until it has been answered: a new dialog may ignore the first press. */
export async function answerDialog<T>(
  button: 'first' | 'second',
  answer: Promise<T>,
): Promise<T | null> {
  let isAnswered = false;
  const ended = answer.then(
    (value) => value,
    // The app quit before it could answer.
    () => null,
  );
  void ended.then(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    await pressDialog(button);
    await sleep(betweenPressesMs);
  }
  return ended;
}
