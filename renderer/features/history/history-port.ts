import type { Coverage, Range } from '#shared/domain/history';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';
import type { ChartQuestion, ChartSeries, FromReader, ToReader } from './track-reader';

export interface LoadedTrack {
  deviceId: string;
  columns: TrackColumns;
  coverage: Coverage;
}

type ImportListener = (message: Extract<HistoryMessage, { type: 'import' }>) => void;

/** The window's end of what main posts of tracks; a worker takes it in. */
class HistoryPort {
  #reader: Worker | null = null;
  #lastTicket = 0;
  readonly #tracks = new Map<number, (columns: TrackColumns) => void>();
  readonly #charts = new Map<number, (series: ChartSeries[]) => void>();
  readonly #importListeners = new Set<ImportListener>();

  /** With each account that opens, a fresh port. */
  async read(): Promise<void> {
    await api.history.openPort();
  }

  /** Takes the port that main sent, and hands it on to the worker. */
  readonly attach = (port: MessagePort): void => {
    this.#say({ type: 'attach', port }, [port]);
  };

  /** The track of a device from what is kept; the service is not asked. */
  async load(deviceId: string, range: Range): Promise<Outcome<LoadedTrack>> {
    const request = (this.#lastTicket += 1);
    const columns = new Promise<TrackColumns>((resolve) => this.#tracks.set(request, resolve));
    const outcome = await api.history.load({ request, deviceId, range });
    if (!outcome.ok) {
      this.#tracks.delete(request);
      return outcome;
    }
    return {
      ok: true,
      value: { deviceId, columns: await columns, coverage: outcome.value.coverage },
    };
  }

  /** What a chart shows of signals, one series for each. */
  chart(question: ChartQuestion): Promise<ChartSeries[]> {
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

  #say(message: ToReader, transfer: Transferable[] = []): void {
    this.#reader ??= this.#start();
    this.#reader.postMessage(message, transfer);
  }

  #start(): Worker {
    const reader = new Worker(new URL('./track-reader-worker.ts', import.meta.url), {
      type: 'module',
      name: 'track reader',
    });
    reader.onmessage = ({ data }: MessageEvent<FromReader>) => {
      switch (data.type) {
        case 'track':
          this.#tracks.get(data.request)?.(data.columns);
          this.#tracks.delete(data.request);
          return;
        case 'chart':
          this.#charts.get(data.ticket)?.(data.series);
          this.#charts.delete(data.ticket);
          return;
        case 'import':
          for (const listener of this.#importListeners) listener(data);
      }
    };
    return reader;
  }
}

export const historyPort = new HistoryPort();
