import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import { chartValues, summaryOf, type Signal, type Summary } from './resample';
import { sharedColumns } from './shared-columns';

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

/** What the reader says to the window; columns are shared, not copied. */
export type FromReader = HistoryMessage | { type: 'chart'; ticket: number; series: ChartSeries[] };

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

  const share = <M extends { columns: TrackColumns }>(message: M): M => ({
    ...message,
    columns: sharedColumns(message.columns),
  });

  function attach(next: MessagePort): void {
    port?.close();
    port = next;
    port.onmessage = ({ data }: MessageEvent<HistoryMessage>) => end.postMessage(share(data));
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
