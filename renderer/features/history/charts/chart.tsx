import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import type { Range } from '#shared/domain/history';
import type { ColourScheme } from '#lib/device-state-look';
import classes from '../history.module.css';
import { columnTimes, type Summary } from '../tracks/resample';
import {
  axisWidth,
  boundsOf,
  connectPointer,
  optionsFor,
  placeCursor,
  plotHeight,
  timesHeight,
} from './chart-plot';
import type { Measure } from './measures';
import { useChartSeries, type ChartLine } from './use-chart-series';
import { historyMessages } from '../history-messages';

interface ChartProps {
  measure: Measure;
  lines: readonly ChartLine[];
  /** The summary beside the chart, also for screen readers; null: the line has no data in view. */
  summaryText: (lines: readonly ChartLine[], summaries: readonly (Summary | null)[]) => string;
  whole: Range;
  view: Range;
  onZoom: (view: Range | null) => void;
  zone: string;
  theme: ColourScheme;
  /** Only the lowest chart has a time axis with labels. */
  hasTimes: boolean;
}

/** A measure over time with one line for each device, and the cursor shared with the map. */
export function Chart(props: ChartProps) {
  const { measure, summaryText, hasTimes, theme, zone } = props;
  const host = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<UPlot | null>(null);
  const [width, setWidth] = useState(0);
  const current = useRef(props);
  useEffect(() => {
    current.current = props;
  });
  const colours = props.lines.map(({ colour }) => colour).join();

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const created = new UPlot(
      optionsFor(
        { colours: colours.split(','), theme, zone, hasTimes, bounds: boundsOf(measure) },
        (view) => current.current.onZoom(view),
      ),
      [[]],
      host.current!,
    );
    const stop = connectPointer(created, current);
    setPlot(created);
    return () => {
      stop();
      created.destroy();
      setPlot(null);
    };
  }, [colours, theme, zone, hasTimes, measure]);

  const columns = Math.max(1, width - axisWidth);
  const { lines, view } = props;
  const drawn = useChartSeries({ lines, view, columns: width === 0 ? 0 : columns });
  useEffect(() => {
    // Ignore a series whose number of lines differs from the plot; the next answer replaces it.
    if (!plot || drawn?.lines.length !== lines.length) return;
    plot.setSize({ width, height: plotHeight + (hasTimes ? timesHeight : 0) });
    plot.batch(() => {
      const { from, to } = drawn.view;
      const values = drawn.series.map((each) => each.values);
      plot.setData([columnTimes(from, to, drawn.columns), ...values], true);
      plot.setScale('x', { min: from, max: to });
    });
    placeCursor(plot);
  }, [plot, width, drawn, lines.length, hasTimes]);

  return (
    <figure className={classes.chart} aria-label={historyMessages.overTime(measure.label)}>
      <figcaption className={classes.chartHead}>
        <strong>
          {measure.label}
          {measure.unit && ` (${measure.unit})`}
        </strong>
        <span className={classes.dimmed}>
          {drawn &&
            summaryText(
              drawn.lines,
              drawn.series.map(({ summary }) => summary),
            )}
        </span>
      </figcaption>
      <div ref={host} className={classes.plot} aria-hidden />
    </figure>
  );
}
