import type { MapFileFacts, MapFileRefusal } from '#shared/domain/map-file';
import type { After } from './map-runs';
import { fromMapProcessSchema, type MapProcess, type StartMapProcess } from './messages';

export interface TileServerOptions {
  start: StartMapProcess;
  after: After;
  onOpened: (id: string, facts: MapFileFacts) => void;
  onLost: (id: string, reason: MapFileRefusal, detail: string) => void;
}

/** The process that reads tiles; it runs while there are files. */
export interface TileServer {
  serve(files: readonly { id: string; path: string }[]): void;
  /** null: no tile there. */
  tile(id: string, zoom: number, x: number, y: number): Promise<Uint8Array | null>;
  stop(): void;
}

/** A tile that takes longer blocks all others: the process is ended and started again. */
const tileMs = 15_000;
/** A file during whose tiles the process ended so often is not read again until the next start. */
const mostEnds = 2;

interface Waiting {
  id: string;
  answer: (bytes: Uint8Array | null) => void;
  stop: () => void;
}

export function createTileServer(options: TileServerOptions): TileServer {
  let child: MapProcess | null = null;
  let files: readonly { id: string; path: string }[] = [];
  let requests = 0;
  const waiting = new Map<number, Waiting>();
  const ends = new Map<string, number>();

  const usable = () => files.filter(({ id }) => (ends.get(id) ?? 0) < mostEnds);

  function started(): MapProcess {
    if (child) return child;
    const mine: MapProcess = options.start({
      onMessage: receive,
      onEnd: () => {
        if (child !== mine) return;
        child = null;
        endedUnexpectedly();
      },
    });
    child = mine;
    mine.post({ type: 'serve', files: usable() });
    return mine;
  }

  function receive(message: unknown): void {
    const { data } = fromMapProcessSchema.safeParse(message);
    if (data?.type === 'tile') answer(data.request, data.bytes);
    else if (data?.type === 'opened') options.onOpened(data.id, data.facts);
    else if (data?.type === 'lost') options.onLost(data.id, data.reason, data.detail);
  }

  function answer(request: number, bytes: Uint8Array | null): void {
    const found = waiting.get(request);
    if (!found) return;
    waiting.delete(request);
    found.stop();
    found.answer(bytes);
  }

  function answerAll(): void {
    for (const request of waiting.keys()) answer(request, null);
  }

  /** The oldest request is the one that was being answered. */
  function endedUnexpectedly(): void {
    const [oldest] = waiting.values();
    if (oldest) {
      const count = (ends.get(oldest.id) ?? 0) + 1;
      ends.set(oldest.id, count);
      if (count >= mostEnds) options.onLost(oldest.id, 'ended', '');
    }
    answerAll();
    if (usable().length > 0 && oldest) started();
  }

  function restart(): void {
    const old = child;
    child = null;
    old?.kill();
    endedUnexpectedly();
  }

  return {
    serve(next) {
      files = next;
      for (const id of ends.keys()) if (!files.some((each) => each.id === id)) ends.delete(id);
      if (usable().length === 0) {
        const old = child;
        child = null;
        old?.kill();
        answerAll();
      } else if (child) child.post({ type: 'serve', files: usable() });
      else started();
    },
    tile(id, zoom, x, y) {
      if (!usable().some((each) => each.id === id)) return Promise.resolve(null);
      const process = started();
      const request = (requests += 1);
      return new Promise((resolve) => {
        waiting.set(request, { id, answer: resolve, stop: options.after(tileMs, restart) });
        process.post({ type: 'tile', request, id, zoom, x, y });
      });
    },
    stop() {
      files = [];
      const old = child;
      child = null;
      old?.kill();
      answerAll();
    },
  };
}
