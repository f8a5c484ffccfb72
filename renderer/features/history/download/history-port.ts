import type { Coverage, Range } from '#shared/domain/history';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import type { Fault, Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { createWorkerLine, type WorkerEnd, type WorkerLine } from '#lib/worker-line';
import type { ChartQuestion, ChartSeries, FromReader, ToReader } from './track-reader';

export interface LoadedTrack {
  deviceId: string;
  columns: TrackColumns;
  coverage: Coverage;
}

type ImportListener = (message: Extract<HistoryMessage, { type: 'import' }>) => void;

/** Main, as far as tracks are concerned. */
export interface HistoryCalls {
  openPort(): Promise<unknown>;
  load(question: {
    request: number;
    deviceId: string;
    range: Range;
  }): Promise<Outcome<{ coverage: Coverage }>>;
}

const startReader = (): WorkerEnd<ToReader, FromReader> =>
  new Worker(new URL('./track-reader-worker.ts', import.meta.url), {
    type: 'module',
    name: 'track reader',
  });

/** The window's end of what main posts of tracks; a worker takes it in. */
export class HistoryPort {
  #line: WorkerLine<ToReader> | null = null;
  #lastTicket = 0;
  /** A port that was opened anew after the one before was lost with its reader. */
  #reopened: Promise<unknown> | null = null;
  readonly #tracks = new Map<number, (columns: Outcome<TrackColumns>) => void>();
  readonly #charts = new Map<number, (series: ChartSeries[] | null) => void>();
  readonly #importListeners = new Set<ImportListener>();
  readonly #brokenListeners = new Set<(fault: Fault) => void>();

  constructor(
    private readonly calls: HistoryCalls,
    private readonly start = startReader,
  ) {}

  /** With each account that opens, a fresh port. */
  async read(): Promise<void> {
    await this.calls.openPort();
  }

  /** To be asked before main is to post anything: a reader that came to an end took its port along. */
  async ready(): Promise<void> {
    if (this.#line?.isBroken()) {
      this.#line.restart();
      this.#reopened = this.calls.openPort();
    }
    await this.#reopened;
  }

  /** Takes the port that main sent, and hands it on to the worker. */
  readonly attach = (port: MessagePort): void => {
    this.#say({ type: 'attach', port }, [port]);
  };

  /** The track of a device from what is kept; the service is not asked. */
  async load(deviceId: string, range: Range): Promise<Outcome<LoadedTrack>> {
    await this.ready();
    const request = (this.#lastTicket += 1);
    const arrives = new Promise<Outcome<TrackColumns>>((resolve) =>
      this.#tracks.set(request, resolve),
    );
    const outcome = await this.calls.load({ request, deviceId, range });
    if (!outcome.ok) {
      this.#tracks.delete(request);
      return outcome;
    }
    const columns = await arrives;
    if (!columns.ok) return columns;
    return {
      ok: true,
      value: { deviceId, columns: columns.value, coverage: outcome.value.coverage },
    };
  }

  /** What a chart shows of signals, one series for each; null where the reader came to an end. */
  chart(question: ChartQuestion): Promise<ChartSeries[] | null> {
    if (this.#line?.isBroken()) return Promise.resolve(null);
    const ticket = (this.#lastTicket += 1);
    return new Promise((resolve) => {
      this.#charts.set(ticket, resolve);
      this.#say({ type: 'chart', ticket, ...question });
    });
  }

  /** Points of a file that was opened to be submitted. */
  onImport(listener: ImportListener): () => void {
    this.#importListeners.add(listener);
    return () => this.#importListeners.delete(listener);
  }

  /** The reader came to an end; what it was to hand on is lost on the way. */
  onBroken(listener: (fault: Fault) => void): () => void {
    this.#brokenListeners.add(listener);
    return () => this.#brokenListeners.delete(listener);
  }

  #say(message: ToReader, transfer: Transferable[] = []): void {
    this.#line ??= createWorkerLine<ToReader, FromReader>({
      start: this.start,
      work: 'Reading tracks',
      onMessage: (said) => this.#heard(said),
      onBroken: (fault) => this.#broke(fault),
    });
    this.#line.say(message, transfer);
  }

  #heard(said: FromReader): void {
    switch (said.type) {
      case 'track':
        this.#tracks.get(said.request)?.({ ok: true, value: said.columns });
        this.#tracks.delete(said.request);
        return;
      case 'chart':
        this.#charts.get(said.ticket)?.(said.series);
        this.#charts.delete(said.ticket);
        return;
      case 'import':
        for (const listener of this.#importListeners) listener(said);
    }
  }

  #broke(fault: Fault): void {
    for (const resolve of this.#tracks.values()) resolve({ ok: false, fault });
    for (const resolve of this.#charts.values()) resolve(null);
    this.#tracks.clear();
    this.#charts.clear();
    for (const listener of this.#brokenListeners) listener(fault);
  }
}

export const historyPort = new HistoryPort({
  openPort: () => api.history.openPort(),
  load: (question) => api.history.load(question),
});
