import { useEffect, useRef, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { historyPort } from '../tracks/history-port';
import type { Signal } from '../tracks/resample';
import type { ChartSeries } from '../tracks/track-reader';

/** One device's line in a chart. */
export interface ChartLine {
  label: string;
  colour: string;
  signal: Signal;
  /** Converts the values to the unit on screen. */
  factor: number;
}

interface SeriesRequest {
  lines: readonly ChartLine[];
  view: Range;
  /** 0 while the width is not known. */
  columns: number;
}

export interface DrawnSeries extends SeriesRequest {
  series: readonly ChartSeries[];
}

/**
 * The values to draw, computed in the worker. One request at a time: after an answer the latest
 * request is sent, and those in between are skipped.
 */
export function useChartSeries({ lines, view, columns }: SeriesRequest): DrawnSeries | null {
  const [drawn, setDrawn] = useState<DrawnSeries | null>(null);
  const latest = useRef<SeriesRequest | null>(null);
  const isRequesting = useRef(false);
  useEffect(() => {
    latest.current = { lines, view, columns };
    const request = async () => {
      isRequesting.current = true;
      while (latest.current && latest.current.columns > 0) {
        const next = latest.current;
        latest.current = null;
        const series = await historyPort.chart({
          signals: next.lines.map(({ signal, factor }) => ({ ...signal, factor })),
          from: next.view.from,
          to: next.view.to,
          width: next.columns,
        });
        setDrawn({ ...next, series });
      }
      isRequesting.current = false;
    };
    if (!isRequesting.current) void request();
  }, [lines, view, columns]);
  return drawn;
}
