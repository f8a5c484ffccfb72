import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import { markBreaks, mergeTracks } from '#shared/history/track';
import { chartValues, summaryOf, type Signal, type Summary } from '../charts/resample';
import { sharedColumns } from '../map/shared-columns';

/** What a chart shows of one device: a value for each of the chart's times, and what they add up to. */
export interface ChartSeries {
  values: (number | null)[];
  summary: Summary | null;
}

/** A part of some signals, for a chart that is so many pixels wide. */
export interface ChartQuestion {
  /** With the factor that brings its values into the unit on screen. */
  signals: readonly (Signal & { factor: number })[];
  from: number;
  to: number;
  /** Pixels. */
  width: number;
}

/** What the window says to the reader. */
export type ToReader =
  { type: 'attach'; port: MessagePort } | ({ type: 'chart'; ticket: number } & ChartQuestion);

type ImportMessage = Extract<HistoryMessage, { type: 'import' }>;

/** What the reader says to the window; columns are shared, not copied. */
export type FromReader =
  | { type: 'track'; request: number; columns: TrackColumns }
  | ImportMessage
  | { type: 'chart'; ticket: number; series: ChartSeries[] };

/** The part of a worker's end that is needed. */
interface ReaderEnd {
  postMessage(message: FromReader): void;
  onmessage: ((event: MessageEvent<ToReader>) => void) | null;
}

/**
 * Takes tracks off the port on which main posts them and puts them where the window can look at
 * them; looks through them for the charts. The window itself never touches each fix.
 */
export function serveTracks(end: ReaderEnd): void {
  let port: MessagePort | null = null;

  /** Parts of tracks that have not come whole yet, by request. */
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
