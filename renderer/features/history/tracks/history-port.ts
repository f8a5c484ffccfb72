import type { Coverage, Range } from '#shared/domain/history';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import type { Fault, Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { createWorkerLine, type WorkerEnd, type WorkerLine } from '#lib/worker-line';
import type { ChartRequest, ChartSeries, FromReader, ToReader } from './track-reader';
import { texts } from '../history-texts';

export interface LoadedTrack {
  deviceId: string;
  columns: TrackColumns;
  coverage: Coverage;
}

type ImportListener = (message: Extract<HistoryMessage, { type: 'import' }>) => void;

/** The calls to main that concern tracks. */
export interface HistoryCalls {
  openPort(): Promise<unknown>;
  load(input: {
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

/** Receives tracks from main through a worker, the track reader. */
export class HistoryPort {
  #line: WorkerLine<ToReader> | null = null;
  /** The port from main until the worker is started, which is when the first track is requested. */
  #port: MessagePort | null = null;
  #lastTicket = 0;
  /** The port opened after the previous one was lost with its reader. */
  #reopened: Promise<unknown> | null = null;
  readonly #tracks = new Map<number, (columns: Outcome<TrackColumns>) => void>();
  readonly #charts = new Map<number, (series: ChartSeries[] | null) => void>();
  readonly #importListeners = new Set<ImportListener>();
  readonly #brokenListeners = new Set<(fault: Fault) => void>();

  constructor(
    private readonly calls: HistoryCalls,
    private readonly start = startReader,
  ) {}

  /** Opens a new port for each account. */
  async read(): Promise<void> {
    await this.calls.openPort();
  }

  /** Call before requesting tracks: starts the reader, or a failed one again with a new port. */
  async ready(): Promise<void> {
    const line = this.#started();
    if (line.isBroken()) {
      line.restart();
      this.#reopened = this.calls.openPort();
    }
    await this.#reopened;
  }

  /** Passes the port from main on to the worker. */
  readonly attach = (port: MessagePort): void => {
    if (this.#line) this.#line.say({ type: 'attach', port }, [port]);
    else this.#port = port;
  };

  /** Reads the track of a device from the cache, without a request to the service. */
  async load(deviceId: string, range: Range): Promise<Outcome<LoadedTrack>> {
    await this.ready();
    const request = (this.#lastTicket += 1);
    const arrival = new Promise<Outcome<TrackColumns>>((resolve) =>
      this.#tracks.set(request, resolve),
    );
    const outcome = await this.calls.load({ request, deviceId, range });
    if (!outcome.ok) {
      this.#tracks.delete(request);
      return outcome;
    }
    const columns = await arrival;
    if (!columns.ok) return columns;
    return {
      ok: true,
      value: { deviceId, columns: columns.value, coverage: outcome.value.coverage },
    };
  }

  /** The series of a chart, one for each signal; null if the reader has failed. */
  chart(request: ChartRequest): Promise<ChartSeries[] | null> {
    if (this.#line?.isBroken()) return Promise.resolve(null);
    const ticket = (this.#lastTicket += 1);
    return new Promise((resolve) => {
      this.#charts.set(ticket, resolve);
      this.#started().say({ type: 'chart', ticket, ...request });
    });
  }

  /** Called with the points of a file that was opened for submission. */
  onImport(listener: ImportListener): () => void {
    this.#importListeners.add(listener);
    return () => this.#importListeners.delete(listener);
  }

  /** Called when the reader failed; its pending messages are lost. */
  onBroken(listener: (fault: Fault) => void): () => void {
    this.#brokenListeners.add(listener);
    return () => this.#brokenListeners.delete(listener);
  }

  #started(): WorkerLine<ToReader> {
    this.#line ??= createWorkerLine<ToReader, FromReader>({
      start: this.start,
      work: texts.readingTracks,
      onMessage: (message) => this.#received(message),
      onBroken: (fault) => this.#broke(fault),
    });
    if (this.#port) this.#line.say({ type: 'attach', port: this.#port }, [this.#port]);
    this.#port = null;
    return this.#line;
  }

  #received(message: FromReader): void {
    switch (message.type) {
      case 'track':
        this.#tracks.get(message.request)?.({ ok: true, value: message.columns });
        this.#tracks.delete(message.request);
        return;
      case 'chart':
        this.#charts.get(message.ticket)?.(message.series);
        this.#charts.delete(message.ticket);
        return;
      case 'import':
        for (const listener of this.#importListeners) listener(message);
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
  load: (input) => api.history.load(input),
});
