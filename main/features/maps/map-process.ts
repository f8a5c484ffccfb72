import { z } from 'zod';
import {
  mapFileFactsSchema,
  mapFileRefusals,
  type MapFileFacts,
  type MapFileRefusal,
} from '#shared/domain/map-file';
import type { Coordinates } from '#shared/domain/coordinates';
import { streetSchema } from '#shared/ipc/maps';
import type { Street } from '#shared/places/place';
import { TaskProcess, type StartProcess } from '#main/files/task-process';
import { systemClock } from '#main/pace/clock';
import type { TilePlace } from './container';

// The main side of the process that reads map files: they come from anywhere, so main never parses them.

/** Messages to the map process. It gets paths, never secrets. */
export type ToMapProcess =
  /** Reads what is in a file; the process ends afterwards. */
  | { type: 'inspect'; path: string }
  /** Copies a file; the process ends afterwards. */
  | { type: 'copy'; from: string; to: string }
  | { type: 'serve'; files: { id: string; path: string }[] }
  | ({ type: 'tile'; request: number; id: string } & TilePlace)
  | ({ type: 'streets'; request: number } & StreetsQuestion);

/** Asks for the streets of positions, in the language with this tag, in a served file or in tiles of an online map. */
export interface StreetsQuestion {
  positions: readonly Coordinates[];
  language: string;
  from: { id: string } | TilesAtHand;
}

/** An unpacked tile of a file. null: the file has none there; `unreadable`: it has one that cannot be drawn. */
export type FileTile = Uint8Array | 'unreadable' | null;

/** Tiles of one zoom as they are stored. */
export interface TilesAtHand {
  zoom: number;
  tiles: readonly (TilePlace & { bytes: Uint8Array })[];
}

const refusal = { reason: z.enum(mapFileRefusals), detail: z.string().max(1_000) };

/** Messages from the map process. It parses untrusted files, so its messages are validated. */
const fromMapProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('inspected'), facts: mapFileFactsSchema }),
  z.object({ type: z.literal('refused'), ...refusal }),
  z.object({ type: z.literal('copying'), share: z.number() }),
  z.object({ type: z.literal('copied') }),
  z.object({ type: z.literal('notCopied'), reason: z.enum(['full', 'failed']) }),
  /** A served file was read, or can no longer be. */
  z.object({ type: z.literal('opened'), id: z.string(), facts: mapFileFactsSchema }),
  z.object({ type: z.literal('lost'), id: z.string(), ...refusal }),
  z.object({
    type: z.literal('tile'),
    request: z.number(),
    tile: z
      .custom<Uint8Array>((value) => value instanceof Uint8Array)
      .or(z.literal('unreadable'))
      .nullable(),
  }),
  /** One for each position; null: none there, or not known. */
  z.object({
    type: z.literal('streets'),
    request: z.number(),
    streets: z.array(streetSchema.nullable()),
  }),
]);
export type FromMapProcess = z.infer<typeof fromMapProcessSchema>;

export type StartMapProcess = StartProcess<ToMapProcess>;
type MapProcess = ReturnType<StartMapProcess>;

/** A file that keeps the reader busy for longer is not read. A slow network share needs some time. */
const inspectionMs = 20_000;

/** Starts reading or copying one file in a process of its own, which then ends. */
export function startMapTask(
  start: StartMapProcess,
  task: Extract<ToMapProcess, { type: 'inspect' | 'copy' }>,
  onShare: (share: number) => void = () => undefined,
) {
  const run = new TaskProcess({
    start,
    schema: fromMapProcessSchema,
    listeners: { copying: ({ share }) => onShare(share) },
    ...(task.type === 'inspect' && { limit: { ms: inspectionMs, after: systemClock.after } }),
  });
  run.post(task);
  void run.result.then(() => run.close());
  return run;
}

/** A tile that takes longer blocks all others: the process is ended and started again. */
const tileMs = 15_000;
/** A file during whose tiles the process ended so often is not read again until the next start. */
const mostEnds = 2;

/** Without files, the process ends after this time: it was started for the streets of an online map. */
const idleMs = 30_000;

type Answer = Extract<FromMapProcess, { request: number }>;

interface Waiting {
  /** The file that is read; '': tiles of an online map. */
  id: string;
  /** null: the process ended meanwhile. */
  answer: (answer: Answer | null) => void;
  timer: NodeJS.Timeout;
}

type ServedFile = { id: string; path: string };

/** The process that reads tiles; it runs while there are files, or streets are asked for. */
export class TileServer {
  #child: MapProcess | null = null;
  #files: readonly ServedFile[] = [];
  #requests = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();
  /** How often the process ended during tiles of a file. */
  readonly #ends = new Map<string, number>();

  constructor(
    private readonly options: {
      start: StartMapProcess;
      onOpened: (id: string, facts: MapFileFacts) => void;
      onLost: (id: string, reason: MapFileRefusal, detail: string) => void;
    },
  ) {}

  serve(files: readonly ServedFile[]): void {
    this.#files = files;
    for (const id of this.#ends.keys()) {
      if (!files.some((each) => each.id === id)) this.#ends.delete(id);
    }
    const usable = this.#usable();
    if (usable.length === 0) this.#end();
    else if (this.#child) this.#child.post({ type: 'serve', files: usable });
    else this.#started();
  }

  async tile(id: string, place: TilePlace): Promise<FileTile> {
    if (!this.#isKnown(id)) return null;
    const answer = await this.#ask(id, (request) => ({ type: 'tile', request, id, ...place }));
    return answer?.type === 'tile' ? answer.tile : 'unreadable';
  }

  /** One for each position; null: none there, or not known. */
  async streets(question: StreetsQuestion): Promise<(Street | null)[]> {
    const { positions, from } = question;
    const id = 'id' in from ? from.id : '';
    const answer = await this.#ask(id, (request) => ({ type: 'streets', request, ...question }));
    const streets = answer?.type === 'streets' ? answer.streets : [];
    return positions.map((_, at) => streets[at] ?? null);
  }

  /** null: the file cannot be read, or its process ended. */
  #ask(id: string, message: (request: number) => ToMapProcess): Promise<Answer | null> {
    if ((id !== '' && !this.#isKnown(id)) || !this.#mayRead(id)) return Promise.resolve(null);
    const child = this.#started();
    const request = (this.#requests += 1);
    return new Promise((answer) => {
      const timer = setTimeout(() => this.#restart(), tileMs);
      this.#waiting.set(request, { id, answer, timer });
      child.post(message(request));
    });
  }

  stop(): void {
    this.#files = [];
    this.#end();
  }

  #isKnown(id: string): boolean {
    return this.#files.some((each) => each.id === id);
  }

  #usable(): ServedFile[] {
    return this.#files.filter(({ id }) => this.#mayRead(id));
  }

  #mayRead(id: string): boolean {
    return (this.#ends.get(id) ?? 0) < mostEnds;
  }

  #started(): MapProcess {
    if (this.#child) return this.#child;
    const child: MapProcess = this.options.start({
      onMessage: (message) => this.#receive(message),
      onEnd: () => {
        if (this.#child !== child) return;
        this.#child = null;
        this.#endedUnexpectedly();
      },
    });
    this.#child = child;
    child.post({ type: 'serve', files: this.#usable() });
    return child;
  }

  #receive(message: unknown): void {
    const { data } = fromMapProcessSchema.safeParse(message);
    if (data?.type === 'tile' || data?.type === 'streets') this.#answer(data.request, data);
    else if (data?.type === 'opened') this.options.onOpened(data.id, data.facts);
    else if (data?.type === 'lost') this.options.onLost(data.id, data.reason, data.detail);
  }

  #answer(request: number, answer: Answer | null): void {
    const waiting = this.#waiting.get(request);
    if (!waiting) return;
    this.#waiting.delete(request);
    clearTimeout(waiting.timer);
    waiting.answer(answer);
    clearTimeout(this.#idle);
    if (!this.#child || this.#waiting.size > 0 || this.#usable().length > 0) return;
    this.#idle = setTimeout(() => {
      if (this.#waiting.size === 0 && this.#usable().length === 0) this.#end();
    }, idleMs);
  }

  #answerAll(): void {
    for (const request of this.#waiting.keys()) this.#answer(request, null);
  }

  #kill(): void {
    const child = this.#child;
    this.#child = null;
    child?.kill();
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#kill();
    this.#answerAll();
  }

  #restart(): void {
    this.#kill();
    this.#endedUnexpectedly();
  }

  /** The oldest request is the one that was being answered. */
  #endedUnexpectedly(): void {
    const [oldest] = this.#waiting.values();
    if (oldest) {
      const count = (this.#ends.get(oldest.id) ?? 0) + 1;
      this.#ends.set(oldest.id, count);
      if (count >= mostEnds && oldest.id !== '') this.options.onLost(oldest.id, 'ended', '');
    }
    this.#answerAll();
    if (oldest && this.#usable().length > 0) this.#started();
  }
}
