import type { Coverage, Range } from '#shared/domain/history';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';

export interface LoadedTrack {
  deviceId: string;
  columns: TrackColumns;
  coverage: Coverage;
}

type ImportListener = (message: Extract<HistoryMessage, { type: 'import' }>) => void;

/** The window's end of the port on which main posts tracks. */
class HistoryPort {
  #port: MessagePort | null = null;
  #lastRequest = 0;
  readonly #arrived = new Map<number, (columns: TrackColumns) => void>();
  readonly #importListeners = new Set<ImportListener>();

  /** With each account that opens, a fresh port. */
  async read(): Promise<void> {
    await api.history.openPort();
  }

  /** Takes the port that main sent. */
  readonly attach = (port: MessagePort): void => {
    this.#port?.close();
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<HistoryMessage>) => {
      if (data.type === 'import') {
        for (const listener of this.#importListeners) listener(data);
        return;
      }
      this.#arrived.get(data.request)?.(data.columns);
      this.#arrived.delete(data.request);
    };
  };

  /** The track of a device from what is kept; the service is not asked. */
  async load(deviceId: string, range: Range): Promise<Outcome<LoadedTrack>> {
    const request = (this.#lastRequest += 1);
    const columns = new Promise<TrackColumns>((resolve) => this.#arrived.set(request, resolve));
    const outcome = await api.history.load({ request, deviceId, range });
    if (!outcome.ok) {
      this.#arrived.delete(request);
      return outcome;
    }
    return {
      ok: true,
      value: { deviceId, columns: await columns, coverage: outcome.value.coverage },
    };
  }

  /** Points of a file that was opened to be submitted. */
  onImport(listener: ImportListener): () => void {
    this.#importListeners.add(listener);
    return () => this.#importListeners.delete(listener);
  }
}

export const historyPort = new HistoryPort();
