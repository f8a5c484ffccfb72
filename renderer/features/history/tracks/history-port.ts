import type { Coverage, Range } from '#shared/domain/history';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import type { Outcome } from '#shared/fault';
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
  readonly #tracks = new Map<number, (columns: TrackColumns) => void>();
  readonly #charts = new Map<number, (series: ChartSeries[]) => void>();
  readonly #importListeners = new Set<ImportListener>();

  constructor(
    private readonly calls: HistoryCalls,
    private readonly start = startReader,
  ) {}

  /** Opens a new port for each account. */
  async read(): Promise<void> {
    await this.calls.openPort();
  }

  /** Starts the reader: call before a file is opened, whose points it receives. */
  ready(): void {
    this.#started();
  }

  /** Passes the port from main on to the worker. */
  readonly attach = (port: MessagePort): void => {
    if (this.#line) this.#line.say({ type: 'attach', port }, [port]);
    else this.#port = port;
  };

  /** Reads the track of a device from the cache, without a request to the service. */
  async load(deviceId: string, range: Range): Promise<Outcome<LoadedTrack>> {
    this.#started();
    const request = (this.#lastTicket += 1);
    const arrival = new Promise<TrackColumns>((resolve) => this.#tracks.set(request, resolve));
    const outcome = await this.calls.load({ request, deviceId, range });
    if (!outcome.ok) {
      this.#tracks.delete(request);
      return outcome;
    }
    const { coverage } = outcome.value;
    return { ok: true, value: { deviceId, columns: await arrival, coverage } };
  }

  /** The series of a chart, one for each signal. */
  chart(request: ChartRequest): Promise<ChartSeries[]> {
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

  #started(): WorkerLine<ToReader> {
    this.#line ??= createWorkerLine<ToReader, FromReader>(
      this.start,
      texts.readingTracks,
      (message) => this.#received(message),
    );
    if (this.#port) this.#line.say({ type: 'attach', port: this.#port }, [this.#port]);
    this.#port = null;
    return this.#line;
  }

  #received(message: FromReader): void {
    switch (message.type) {
      case 'track':
        this.#tracks.get(message.request)?.(message.columns);
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
}

export const historyPort = new HistoryPort({
  openPort: () => api.history.openPort(),
  load: (input) => api.history.load(input),
});
