import 'uplot/dist/uPlot.min.css';
import { Button, Checkbox, Group, Menu } from '@mantine/core';
import { IconChartLine, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import type { Range } from '#shared/domain/history';
import {
  chartTimes,
  columnOf,
  tracks as trackClient,
  type ChartSeries,
  type StopMark,
  type Summary,
} from '#engines/tracks';
import { useColourScheme } from '#features/settings';
import type { ColourScheme } from '#lib/device-state-look';
import type { Format } from '#lib/format';
import { modifierText } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { page } from '#ui/page';
import { cursorStore, hoverAt, pointAt, useCursorAt } from './cursor';
import { arrangeHistory, useHistoryLayout } from './history-layout';
import { historyStore, useHistory, type ShownTrack } from './history-store';
import classes from './history.module.css';
import {
  defaultMeasures,
  factorOf,
  measuresOf,
  speedMeasure,
  tickText,
  zoomed,
  type Measure,
} from './measures';

interface ChartsProps {
  tracks: readonly ShownTrack[];
  range: Range;
  /** Shaded in the charts. */
  stops: readonly StopMark[];
}

const zoomTo = (zoom: Range | null) => historyStore.setState({ zoom });

/** The speed over time, with stops and alerts; a slider, which says and moves the moment on screen. */
export function SpeedStrip(props: ChartsProps) {
  const { range } = props;
  const format = useFormat();
  const { t, moment } = format;
  const at = useCursorAt() ?? range.from;
  const measure = useMemo(() => speedMeasure(format), [format]);
  return (
    // Its keys are those of the page.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="slider"
      tabIndex={0}
      className={classes.strip}
      aria-label={t('history.charts.moment')}
      aria-valuemin={range.from}
      aria-valuemax={range.to}
      aria-valuenow={Math.min(range.to, Math.max(range.from, at))}
      aria-valuetext={moment(at)}
    >
      <Chart {...props} measure={measure} isStrip />
    </div>
  );
}

/** Charts of more values, each on the time axis of the strip. */
export function Charts({ tracks, range, stops }: ChartsProps) {
  const format = useFormat();
  const { t } = format;
  const { charts } = useHistoryLayout();
  const all = useMemo(
    () =>
      measuresOf(
        tracks.map(({ columns }) => columns),
        format,
      ).filter(({ key }) => key !== 'm:speed'),
    [tracks, format],
  );
  const chosen = charts ?? defaultMeasures;
  const shown = all.filter(({ key }) => chosen.includes(key));
  const toggle = ({ key }: Measure) =>
    arrangeHistory({
      charts: chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key],
    });
  return (
    <section className={classes.charts} aria-label={t('history.charts')}>
      <Group justify="space-between" gap={8}>
        <ZoomButtons range={range} />
        <Menu closeOnItemClick={false} position="top-end" withArrow>
          <Menu.Target>
            <Button
              size="compact-xs"
              variant="default"
              disabled={all.length === 0}
              leftSection={<IconChartLine size={14} aria-hidden />}
            >
              {t('history.charts.values', { shown: shown.length, all: all.length })}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.values}>
            {all.map((measure) => (
              <Checkbox
                key={measure.key}
                size="xs"
                label={measure.label}
                checked={chosen.includes(measure.key)}
                onChange={() => toggle(measure)}
              />
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {all.length === 0 && <p className={page.quiet}>{t('history.charts.none')}</p>}
      {shown.map((measure) => (
        <Chart key={measure.key} measure={measure} tracks={tracks} range={range} stops={stops} />
      ))}
    </section>
  );
}

function ZoomButtons({ range }: { range: Range }) {
  const format = useFormat();
  const { t } = format;
  const zoom = useHistory((state) => state.zoom);
  const zoomBy = (factor: number) => {
    const view = zoom ?? range;
    const around = cursorStore.getState().at ?? (view.from + view.to) / 2;
    zoomTo(zoomed(view, range, factor, around));
  };
  return (
    <Button.Group>
      <ActionButton
        size="compact-xs"
        aria-label={t('history.charts.zoomIn')}
        title={t('history.charts.zoomIn.help', { key: modifierText('Mod+', format) })}
        onClick={() => zoomBy(0.5)}
      >
        <IconZoomIn size={14} aria-hidden />
      </ActionButton>
      <ActionButton
        size="compact-xs"
        aria-label={t('history.charts.zoomOut')}
        title={t('history.charts.zoomOut')}
        disabled={zoom === null}
        onClick={() => zoomBy(2)}
      >
        <IconZoomOut size={14} aria-hidden />
      </ActionButton>
    </Button.Group>
  );
}

interface ChartProps extends ChartsProps {
  measure: Measure;
  /** The low one that is always shown: filled, with alerts, and with the times. */
  isStrip?: boolean;
}

/** A measure over time with one line for each device, and the cursor shared with the map. */
function Chart({ measure, tracks, range, stops, isStrip = false }: ChartProps) {
  const format = useFormat();
  const { t } = format;
  const theme = useColourScheme();
  const view = useHistory((state) => state.zoom) ?? range;
  const host = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<UPlot | null>(null);
  const [width, setWidth] = useState(0);
  const lines = useMemo(
    () => tracks.filter(({ columns }) => isStrip || columnOf(columns, measure.key) !== null),
    [tracks, measure, isStrip],
  );
  const colours = lines.map(({ colour }) => colour).join();
  const { from, to } = range;
  /** What is drawn besides the lines: it changes without another plot. */
  const marks = useRef<ChartMarks>({ stops, alerts: [] });

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const created = new UPlot(
      optionsFor({ colours: colours.split(','), theme, format, isStrip, measure, marks }),
      [[]],
      host.current!,
    );
    const stop = connectPointer(created, { from, to });
    setPlot(created);
    return () => {
      stop();
      created.destroy();
      setPlot(null);
    };
  }, [colours, theme, format, isStrip, measure, from, to]);

  const columns = width === 0 ? 0 : Math.max(1, width - axisWidth);
  const factor = factorOf(measure.key, format.serviceSpeedUnit, format.units);
  const drawn = useChartSeries({ lines, measure: measure.key, factor, view, columns });
  useEffect(() => {
    // Ignore a series whose number of lines differs from the plot; the next answer replaces it.
    if (!plot || drawn?.lines.length !== lines.length) return;
    plot.setSize({ width, height: isStrip ? stripHeight : plotHeight });
    marks.current = { stops, alerts: drawn.series.flatMap(({ alerts }) => alerts) };
    plot.batch(() => {
      const { view: shown, series } = drawn;
      const times = chartTimes(shown.from, shown.to, drawn.columns);
      const lineOf = ({ values }: ChartSeries) => (isStrip ? upperEdge(values) : values);
      plot.setData([times, ...series.map(lineOf)], true);
      plot.setScale('x', { min: shown.from, max: shown.to });
    });
    placeCursor(plot);
  }, [plot, drawn, lines, stops, width, isStrip]);

  return (
    <figure
      className={classes.chart}
      aria-label={t('history.charts.overTime', { value: measure.label })}
    >
      <figcaption className={classes.chartHead}>
        <strong>
          {measure.unit === ''
            ? measure.label
            : t('history.charts.title', { value: measure.label, unit: measure.unit })}
        </strong>
        <span className={page.quiet}>
          {drawn?.series
            .map(({ summary }, i) =>
              // The devices of the request: those on screen may be others now.
              summaryText(drawn.lines[1] ? drawn.lines[i]!.label : null, summary, format),
            )
            .join(' · ')}
        </span>
      </figcaption>
      <div ref={host} className={classes.plot} aria-hidden />
    </figure>
  );
}

/** The values of a line in words; `device` is null if there is one line only. */
function summaryText(device: string | null, summary: Summary | null, format: Format): string {
  const { t, number } = format;
  if (!summary) {
    return device === null
      ? t('history.charts.summary.noData')
      : t('history.charts.summary.deviceNoData', { device });
  }
  const rounded = (value: number) => number(Math.round(value * 10) / 10);
  const values = {
    least: rounded(summary.least),
    most: rounded(summary.most),
    mean: rounded(summary.mean),
  };
  return device === null
    ? t('history.charts.summary', values)
    : t('history.charts.summary.device', { device, ...values });
}

interface SeriesRequest {
  lines: readonly ShownTrack[];
  measure: string;
  /** Converts the values to the unit on screen. */
  factor: number;
  view: Range;
  /** 0 while the width is not known. */
  columns: number;
}

/**
 * The values to draw, computed in the worker. One request at a time: after an answer the latest
 * request is sent, and those in between are skipped.
 */
function useChartSeries({ lines, measure, factor, view, columns }: SeriesRequest) {
  const [drawn, setDrawn] = useState<(SeriesRequest & { series: readonly ChartSeries[] }) | null>(
    null,
  );
  const latest = useRef<SeriesRequest | null>(null);
  const isRequesting = useRef(false);
  useEffect(() => {
    latest.current = { lines, measure, factor, view, columns };
    const request = async () => {
      isRequesting.current = true;
      while (latest.current && latest.current.columns > 0) {
        const next = latest.current;
        latest.current = null;
        const series = await trackClient.chart({
          keys: next.lines.map(({ key }) => key),
          measure: next.measure,
          factor: next.factor,
          from: next.view.from,
          to: next.view.to,
          width: next.columns,
        });
        setDrawn({ ...next, series });
      }
      isRequesting.current = false;
    };
    if (!isRequesting.current) void request();
  }, [lines, measure, factor, view, columns]);
  return drawn;
}

const inks: Record<ColourScheme, { text: string; grid: string; stop: string; alert: string }> = {
  light: { text: '#545d69', grid: '#e4e8ec', stop: '#37424f1f', alert: '#c4161c' },
  dark: { text: '#a3adba', grid: '#2c343f', stop: '#d5dde629', alert: '#ff8a80' },
};
const plotHeight = 92;
const stripHeight = 84;
const timesHeight = 24;
const axisWidth = 54;

/** What a chart shows besides its lines. */
interface ChartMarks {
  stops: readonly Range[];
  /** Moments. */
  alerts: readonly number[];
}

interface PlotOptions {
  measure: Measure;
  colours: readonly string[];
  theme: ColourScheme;
  format: Format;
  isStrip: boolean;
  marks: { current: ChartMarks };
}

function optionsFor(options: PlotOptions): UPlot.Options {
  const { measure, colours, theme, format, isStrip, marks } = options;
  const ink = inks[theme];
  const text = tickText(format);
  const axis = {
    stroke: ink.text,
    grid: { stroke: ink.grid, width: 1 },
    ticks: { show: false },
    font: "12px 'Noto Sans', system-ui, sans-serif",
  };
  return {
    width: 100,
    height: isStrip ? stripHeight : plotHeight,
    ms: 1,
    tzDate: (at) => UPlot.tzDate(new Date(at), format.timeZone),
    legend: { show: false },
    padding: [isStrip ? 8 : 6, 0, isStrip ? 0 : 4, 0],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: { dblclick: () => null },
    },
    scales: { x: { time: true }, y: { range: boundsOf(measure) } },
    axes: [
      {
        ...axis,
        size: isStrip ? timesHeight : 0,
        space: 70,
        values: (_, splits, __, ___, step) => (isStrip ? text(splits, step) : splits.map(() => '')),
      },
      {
        ...axis,
        size: axisWidth,
        space: isStrip ? 20 : 26,
        values: (_, splits) => splits.map((value) => format.number(value)),
      },
    ],
    series: [
      {},
      ...colours.map((colour) => ({
        stroke: colour,
        width: 1.4,
        ...(isStrip && { fill: `${colour}33` }),
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      drawClear: [(plot) => drawStops(plot, marks.current.stops, ink.stop)],
      draw: isStrip ? [(plot) => drawAlerts(plot, marks.current.alerts, ink.alert)] : [],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < 4) return;
          zoomTo({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') });
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** The greatest value of each pixel: with the least ones, a day in traffic would be a solid block. */
const upperEdge = (values: ChartSeries['values']) => values.map((_, i) => values[i | 1]!);

/** Shades the times of the stops. */
function drawStops(plot: UPlot, stops: readonly Range[], colour: string): void {
  const { ctx } = plot;
  const { left, top, width, height } = plot.bbox;
  const place = (at: number) =>
    Math.min(left + width, Math.max(left, plot.valToPos(at, 'x', true)));
  ctx.save();
  ctx.fillStyle = colour;
  for (const { from, to } of stops) {
    const start = place(from);
    ctx.fillRect(start, top, place(to) - start, height);
  }
  ctx.restore();
}

/** A triangle at the upper edge for each alert. */
function drawAlerts(plot: UPlot, alerts: readonly number[], colour: string): void {
  const { ctx } = plot;
  const { top } = plot.bbox;
  const size = 5 * UPlot.pxRatio;
  ctx.save();
  ctx.fillStyle = colour;
  for (const at of alerts) {
    const x = plot.valToPos(at, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x - size, top - size);
    ctx.lineTo(x + size, top - size);
    ctx.lineTo(x, top + size);
    ctx.fill();
  }
  ctx.restore();
}

/** Percentages are shown from 0 to 100 and speeds from 0; other values in their own range. */
function boundsOf({ key, isPercentage }: Measure): UPlot.Range.Function {
  if (isPercentage) return () => [0, 100];
  return (_, least, most) => {
    const [low, high] = UPlot.rangeNum(least, most, 0.1, true);
    return [key === 'm:speed' ? 0 : (low ?? least), high ?? most];
  };
}

const cursorClass = 'waypost-chart-cursor';

/** Moves the cursor line to the shared cursor. */
function placeCursor(plot: UPlot): void {
  const line = plot.over.querySelector<HTMLElement>(`.${cursorClass}`);
  if (!line) return;
  const { at } = cursorStore.getState();
  const left = at === null ? -1 : plot.valToPos(at, 'x');
  line.hidden = !(left >= 0 && left <= plot.over.clientWidth);
  line.style.transform = `translateX(${left}px)`;
}

/** Connects a chart to the shared cursor in both directions, and its wheel to the zoom. */
function connectPointer(plot: UPlot, whole: Range): () => void {
  const line = document.createElement('div');
  line.className = `${cursorClass} ${classes.cursor}`;
  const { over } = plot;
  over.append(line);
  const timeOf = (event: MouseEvent) => plot.posToVal(event.offsetX, 'x');
  over.addEventListener('mousemove', (event) => {
    if (event.target === over) hoverAt(timeOf(event));
  });
  over.addEventListener('click', (event) => {
    if (event.target === over) pointAt(timeOf(event));
  });
  over.addEventListener('dblclick', () => zoomTo(null));
  over.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const view = historyStore.getState().zoom ?? whole;
      zoomTo(zoomed(view, whole, event.deltaY > 0 ? 1.4 : 1 / 1.4, timeOf(event)));
    },
    { passive: false },
  );
  return cursorStore.subscribe(() => placeCursor(plot));
}
