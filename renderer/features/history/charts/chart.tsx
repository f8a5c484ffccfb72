import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import type { Range } from '#shared/domain/history';
import type { ColourScheme } from '#lib/device-state-look';
import { tickText, zoomed } from './chart-axis';
import { cursorStore, passOver, pointAt } from './cursor';
import classes from '../history.module.css';
import type { Measure } from './measures';
import { historyPort } from '../download/history-port';
import { columnTimes, type Signal, type Summary } from './resample';
import type { ChartSeries } from '../download/track-reader';

/** One device's line in a chart. */
export interface ChartLine {
  label: string;
  colour: string;
  signal: Signal;
  /** By what values are multiplied to be in the unit on screen. */
  factor: number;
}

interface ChartProps {
  measure: Measure;
  lines: readonly ChartLine[];
  /** What is told beside the picture, for those who cannot see it; null of a line: nothing here. */
  summaryText: (lines: readonly ChartLine[], summaries: readonly (Summary | null)[]) => string;
  whole: Range;
  view: Range;
  onZoom: (view: Range | null) => void;
  zone: string;
  theme: ColourScheme;
  /** Only the lowest chart says the time. */
  hasTimes: boolean;
}

const inks: Record<ColourScheme, { text: string; grid: string }> = {
  light: { text: '#545d69', grid: '#e4e8ec' },
  dark: { text: '#a3adba', grid: '#2c343f' },
};
const plotHeight = 92;
const timesHeight = 26;
const axisWidth = 54;

/** A measure over time, one line for each device, with the cursor that all charts and the map share. */
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
    const stop = followPointer(created, current);
    setPlot(created);
    return () => {
      stop();
      created.destroy();
      setPlot(null);
    };
  }, [colours, theme, zone, hasTimes, measure]);

  const columns = Math.max(1, width - axisWidth);
  const { lines, view } = props;
  const drawn = useSeries({ lines, view, columns: width === 0 ? 0 : columns });
  useEffect(() => {
    // An answer about other devices than the plot has lines for is followed by one that fits.
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
    <figure className={classes.chart} aria-label={`${measure.label} over time`}>
      <figcaption className={classes.chartHead}>
        <strong>
          {measure.label}
          {measure.unit && ` (${measure.unit})`}
        </strong>
        <span className={classes.quiet}>
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

interface MissingRange {
  lines: readonly ChartLine[];
  view: Range;
  /** 0 as long as the width is not known. */
  columns: number;
}

interface Drawn extends MissingRange {
  series: readonly ChartSeries[];
}

/**
 * What is to be drawn, found beside the window. One question at a time: while a wheel turns, what is
 * wanted by the end of an answer is asked next, and what came in between is never asked.
 */
function useSeries({ lines, view, columns }: MissingRange): Drawn | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const wanted = useRef<MissingRange | null>(null);
  const isAsking = useRef(false);
  useEffect(() => {
    wanted.current = { lines, view, columns };
    const ask = async () => {
      isAsking.current = true;
      while (wanted.current && wanted.current.columns > 0) {
        const now = wanted.current;
        wanted.current = null;
        const series = await historyPort.chart({
          signals: now.lines.map(({ signal, factor }) => ({ ...signal, factor })),
          from: now.view.from,
          to: now.view.to,
          width: now.columns,
        });
        // The page says that the reader came to an end; read again, the ways are asked about again.
        if (!series) break;
        setDrawn({ ...now, series });
      }
      isAsking.current = false;
    };
    if (!isAsking.current) void ask();
  }, [lines, view, columns]);
  return drawn;
}

interface Look {
  /** What the vertical axis shows for what there is. */
  bounds: (plot: UPlot, least: number, most: number) => [number, number];
  colours: readonly string[];
  theme: ColourScheme;
  zone: string;
  hasTimes: boolean;
}

/** Per cent are shown from 0 to 100, speeds from 0; other values as they are. */
function boundsOf({ key, unit }: Measure): Look['bounds'] {
  if (unit === '%') return () => [0, 100];
  return (_, least, most) => {
    const [low, high] = UPlot.rangeNum(least, most, 0.1, true);
    return [key === 'm:speed' ? 0 : (low ?? least), high ?? most];
  };
}

function optionsFor(look: Look, onZoom: (view: Range) => void): UPlot.Options {
  const ink = inks[look.theme];
  const text = tickText(look.zone);
  const axis = {
    stroke: ink.text,
    grid: { stroke: ink.grid, width: 1 },
    ticks: { show: false },
    font: "11px 'Noto Sans', system-ui, sans-serif",
  };
  return {
    width: 100,
    height: plotHeight + (look.hasTimes ? timesHeight : 0),
    ms: 1,
    tzDate: (at) => UPlot.tzDate(new Date(at), look.zone),
    legend: { show: false },
    padding: [6, 0, look.hasTimes ? 0 : 4, 0],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: { dblclick: () => null },
    },
    scales: { x: { time: true }, y: { range: look.bounds } },
    axes: [
      {
        ...axis,
        size: look.hasTimes ? timesHeight : 0,
        space: 70,
        values: (_, splits, __, ___, step) =>
          look.hasTimes ? text(splits, step) : splits.map(() => ''),
      },
      { ...axis, size: axisWidth, space: 26 },
    ],
    series: [
      {},
      ...look.colours.map((colour) => ({
        stroke: colour,
        width: 1.4,
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < 4) return;
          onZoom({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') });
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

const cursorClass = 'waypost-chart-cursor';

function placeCursor(plot: UPlot): void {
  const line = plot.over.querySelector<HTMLElement>(`.${cursorClass}`);
  if (!line) return;
  const { at } = cursorStore.getState();
  const left = at === null ? -1 : plot.valToPos(at, 'x');
  line.hidden = !(left >= 0 && left <= plot.over.clientWidth);
  line.style.transform = `translateX(${left}px)`;
}

/** Joins a chart's pointer to the shared cursor, both ways, and its wheel to the zoom. */
function followPointer(plot: UPlot, current: { readonly current: ChartProps }): () => void {
  const line = document.createElement('div');
  line.className = `${cursorClass} ${classes.cursor}`;
  plot.over.append(line);
  const timeOf = (event: MouseEvent) => plot.posToVal(event.offsetX, 'x');
  const over = plot.over;
  const move = (event: MouseEvent) => {
    if (event.target === over) passOver(timeOf(event));
  };
  const press = (event: MouseEvent) => {
    if (event.target === over) pointAt(timeOf(event));
  };
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { view, whole, onZoom } = current.current;
    onZoom(zoomed(view, whole, event.deltaY > 0 ? 1.4 : 1 / 1.4, timeOf(event)));
  };
  const whole = () => current.current.onZoom(null);
  over.addEventListener('mousemove', move);
  over.addEventListener('click', press);
  over.addEventListener('dblclick', whole);
  over.addEventListener('wheel', wheel, { passive: false });
  return cursorStore.subscribe(() => placeCursor(plot));
}
