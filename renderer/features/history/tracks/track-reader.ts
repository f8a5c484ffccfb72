import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import { markBreaks, mergeTracks } from '#shared/history/track';
import { chartValues, summaryOf, type Signal, type Summary } from './resample';
import { sharedColumns } from './shared-columns';

/** The values and statistics of one line in a chart. */
export interface ChartSeries {
  values: (number | null)[];
  summary: Summary | null;
}

/** Requests a range of signals for a chart. */
export interface ChartRequest {
  /** With the factor that converts the values to the unit on screen. */
  signals: readonly (Signal & { factor: number })[];
  from: number;
  to: number;
  /** Pixels. */
  width: number;
}

/** Messages from the window to the reader. */
export type ToReader =
  { type: 'attach'; port: MessagePort } | ({ type: 'chart'; ticket: number } & ChartRequest);

type ImportMessage = Extract<HistoryMessage, { type: 'import' }>;

/** Messages from the reader to the window; columns are shared, not copied. */
export type FromReader =
  | { type: 'track'; request: number; columns: TrackColumns }
  | ImportMessage
  | { type: 'chart'; ticket: number; series: ChartSeries[] };

/** The worker's end of the message channel. */
interface ReaderEnd {
  postMessage(message: FromReader): void;
  onmessage: ((event: MessageEvent<ToReader>) => void) | null;
}

/**
 * Receives tracks on the port from main, puts them into shared memory and computes the charts. The
 * window itself never iterates over the fixes.
 */
export function serveTracks(end: ReaderEnd): void {
  let port: MessagePort | null = null;

  /** Parts of tracks that are still incomplete, by request. */
  const parts = new Map<number, TrackColumns[]>();

  function take(message: HistoryMessage): void {
    switch (message.type) {
      case 'part': {
        const known = parts.get(message.request);
        if (known) known.push(message.columns);
        else parts.set(message.request, [message.columns]);
        return;
      }
      case 'track': {
        const { request, rules } = message;
        const columns = mergeTracks(parts.get(request) ?? []);
        parts.delete(request);
        markBreaks(columns, rules);
        return end.postMessage({ type: 'track', request, columns: sharedColumns(columns) });
      }
      case 'import':
        end.postMessage({ ...message, columns: sharedColumns(message.columns) });
    }
  }

  function attach(next: MessagePort): void {
    port?.close();
    port = next;
    parts.clear();
    port.onmessage = ({ data }: MessageEvent<HistoryMessage>) => take(data);
  }

  end.onmessage = ({ data }) => {
    if (data.type === 'attach') return attach(data.port);
    const { ticket, signals, from, to, width } = data;
    const series = signals.map((signal): ChartSeries => ({
      values: chartValues(signal, from, to, width),
      summary: summaryOf(signal, from, to),
    }));
    end.postMessage({ type: 'chart', ticket, series });
  };
}
