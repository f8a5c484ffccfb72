import UPlot from 'uplot';
import type { Range } from '#shared/domain/history';
import type { ColourScheme } from '#lib/device-state-look';
import classes from '../history.module.css';
import { cursorStore, hoverAt, pointAt } from '../playback/cursor';
import { tickText, zoomed } from './chart-axis';
import type { Measure } from './measures';

const inks: Record<ColourScheme, { text: string; grid: string }> = {
  light: { text: '#545d69', grid: '#e4e8ec' },
  dark: { text: '#a3adba', grid: '#2c343f' },
};
export const plotHeight = 92;
export const timesHeight = 26;
export const axisWidth = 54;

interface PlotOptions {
  /** The range of the vertical axis for the least and the greatest value. */
  bounds: (plot: UPlot, least: number, most: number) => [number, number];
  colours: readonly string[];
  theme: ColourScheme;
  zone: string;
  hasTimes: boolean;
}

/** Percentages are shown from 0 to 100 and speeds from 0; other values in their own range. */
export function boundsOf({ key, unit }: Measure): PlotOptions['bounds'] {
  if (unit === '%') return () => [0, 100];
  return (_, least, most) => {
    const [low, high] = UPlot.rangeNum(least, most, 0.1, true);
    return [key === 'm:speed' ? 0 : (low ?? least), high ?? most];
  };
}

export function optionsFor(options: PlotOptions, onZoom: (view: Range) => void): UPlot.Options {
  const ink = inks[options.theme];
  const text = tickText(options.zone);
  const axis = {
    stroke: ink.text,
    grid: { stroke: ink.grid, width: 1 },
    ticks: { show: false },
    font: "12px 'Noto Sans', system-ui, sans-serif",
  };
  return {
    width: 100,
    height: plotHeight + (options.hasTimes ? timesHeight : 0),
    ms: 1,
    tzDate: (at) => UPlot.tzDate(new Date(at), options.zone),
    legend: { show: false },
    padding: [6, 0, options.hasTimes ? 0 : 4, 0],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: { dblclick: () => null },
    },
    scales: { x: { time: true }, y: { range: options.bounds } },
    axes: [
      {
        ...axis,
        size: options.hasTimes ? timesHeight : 0,
        space: 70,
        values: (_, splits, __, ___, step) =>
          options.hasTimes ? text(splits, step) : splits.map(() => ''),
      },
      { ...axis, size: axisWidth, space: 26 },
    ],
    series: [
      {},
      ...options.colours.map((colour) => ({
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

interface ZoomableView {
  whole: Range;
  view: Range;
  onZoom: (view: Range | null) => void;
}

const cursorClass = 'waypost-chart-cursor';

/** Moves the cursor line to the shared cursor. */
export function placeCursor(plot: UPlot): void {
  const line = plot.over.querySelector<HTMLElement>(`.${cursorClass}`);
  if (!line) return;
  const { at } = cursorStore.getState();
  const left = at === null ? -1 : plot.valToPos(at, 'x');
  line.hidden = !(left >= 0 && left <= plot.over.clientWidth);
  line.style.transform = `translateX(${left}px)`;
}

/** Connects a chart to the shared cursor in both directions, and its wheel to the zoom. */
export function connectPointer(
  plot: UPlot,
  current: { readonly current: ZoomableView },
): () => void {
  const line = document.createElement('div');
  line.className = `${cursorClass} ${classes.cursor}`;
  plot.over.append(line);
  const timeOf = (event: MouseEvent) => plot.posToVal(event.offsetX, 'x');
  const over = plot.over;
  const move = (event: MouseEvent) => {
    if (event.target === over) hoverAt(timeOf(event));
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
