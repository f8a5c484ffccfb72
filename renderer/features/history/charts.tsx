import 'uplot/dist/uPlot.min.css';
import { Button, Checkbox, Group, Menu } from '@mantine/core';
import { IconChartLine, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import type { Range } from '#shared/domain/history';
import { chartTimes, columnOf, tracks as trackClient, type ChartSeries } from '#engines/tracks';
import { useColourScheme } from '#features/settings';
import type { ColourScheme } from '#lib/device-state-look';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { cursorStore, hoverAt, pointAt } from './cursor';
import { historyStore, useHistory, type ShownTrack } from './history-store';
import { chartSummaryText, texts } from './history-texts';
import classes from './history.module.css';
import { defaultMeasures, factorOf, measuresOf, tickText, zoomed, type Measure } from './measures';

interface ChartsProps {
  tracks: readonly ShownTrack[];
  range: Range;
}

const zoomTo = (zoom: Range | null) => historyStore.setState({ zoom });

/** One chart for each measure, on a common time axis. */
export function Charts({ tracks, range }: ChartsProps) {
  const { units } = useFormat();
  const [hidden, setHidden] = useState<readonly string[] | null>(null);
  const all = useMemo(
    () =>
      measuresOf(
        tracks.map(({ columns }) => columns),
        units,
      ),
    [tracks, units],
  );
  const isShown = ({ key }: Measure) =>
    hidden === null ? defaultMeasures.includes(key) : !hidden.includes(key);
  const shown = all.filter(isShown);
  const toggle = (measure: Measure) => {
    const without = all.filter((other) => !isShown(other)).map(({ key }) => key);
    setHidden(
      isShown(measure) ? [...without, measure.key] : without.filter((key) => key !== measure.key),
    );
  };
  if (all.length === 0) return null;
  return (
    <section className={classes.charts} aria-label={texts.charts}>
      <Group justify="space-between" gap={8}>
        <ZoomButtons range={range} />
        <Menu closeOnItemClick={false} position="top-end" withArrow>
          <Menu.Target>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconChartLine size={14} aria-hidden />}
            >
              {texts.shownValues(shown.length, all.length)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.values}>
            {all.map((measure) => (
              <Checkbox
                key={measure.key}
                size="xs"
                label={measure.label}
                checked={isShown(measure)}
                onChange={() => toggle(measure)}
              />
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {shown.map((measure, i) => (
        <Chart
          key={measure.key}
          measure={measure}
          tracks={tracks}
          range={range}
          hasTimes={i === shown.length - 1}
        />
      ))}
    </section>
  );
}

function ZoomButtons({ range }: { range: Range }) {
  const zoom = useHistory((state) => state.zoom);
  const zoomBy = (factor: number) => {
    const view = zoom ?? range;
    const around = cursorStore.getState().at ?? (view.from + view.to) / 2;
    zoomTo(zoomed(view, range, factor, around));
  };
  return (
    <Button.Group>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.zoomInOnTime}
        title={texts.zoomInOnTimeCtrl}
        onClick={() => zoomBy(0.5)}
      >
        <IconZoomIn size={14} aria-hidden />
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.zoomOutOnTime}
        title={texts.zoomOutOnTime}
        disabled={zoom === null}
        onClick={() => zoomBy(2)}
      >
        <IconZoomOut size={14} aria-hidden />
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={zoom === null}
        leftSection={<IconZoomReset size={14} aria-hidden />}
        onClick={() => zoomTo(null)}
      >
        {texts.wholeRange}
      </Button>
    </Button.Group>
  );
}

interface ChartProps extends ChartsProps {
  measure: Measure;
  /** Only the lowest chart has a time axis with labels. */
  hasTimes: boolean;
}

/** A measure over time with one line for each device, and the cursor shared with the map. */
function Chart({ measure, tracks, range, hasTimes }: ChartProps) {
  const format = useFormat();
  const theme = useColourScheme();
  const view = useHistory((state) => state.zoom) ?? range;
  const host = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<UPlot | null>(null);
  const [width, setWidth] = useState(0);
  const lines = useMemo(
    () => tracks.filter(({ columns }) => columnOf(columns, measure.key) !== null),
    [tracks, measure],
  );
  const colours = lines.map(({ colour }) => colour).join();
  const zone = format.timeZone;
  const { from, to } = range;

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const created = new UPlot(
      optionsFor({ colours: colours.split(','), theme, zone, hasTimes, measure }),
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
  }, [colours, theme, zone, hasTimes, measure, from, to]);

  const columns = width === 0 ? 0 : Math.max(1, width - axisWidth);
  const factor = factorOf(measure.key, format.serviceSpeedUnit, format.units);
  const drawn = useChartSeries({ lines, measure: measure.key, factor, view, columns });
  useEffect(() => {
    // Ignore a series whose number of lines differs from the plot; the next answer replaces it.
    if (!plot || drawn?.lines.length !== lines.length) return;
    plot.setSize({ width, height: plotHeight + (hasTimes ? timesHeight : 0) });
    plot.batch(() => {
      const { view: shown, series } = drawn;
      const times = chartTimes(shown.from, shown.to, drawn.columns);
      plot.setData([times, ...series.map(({ values }) => values)], true);
      plot.setScale('x', { min: shown.from, max: shown.to });
    });
    placeCursor(plot);
  }, [plot, drawn, lines, width, hasTimes]);

  return (
    <figure className={classes.chart} aria-label={texts.overTime(measure.label)}>
      <figcaption className={classes.chartHead}>
        <strong>
          {measure.label}
          {measure.unit && ` (${measure.unit})`}
        </strong>
        <span className={page.quiet}>
          {drawn?.series
            .map(({ summary }, i) =>
              // The devices of the request: those on screen may be others now.
              chartSummaryText(drawn.lines[1] ? drawn.lines[i]!.label : null, summary, format),
            )
            .join(' · ')}
        </span>
      </figcaption>
      <div ref={host} className={classes.plot} aria-hidden />
    </figure>
  );
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

const inks: Record<ColourScheme, { text: string; grid: string }> = {
  light: { text: '#545d69', grid: '#e4e8ec' },
  dark: { text: '#a3adba', grid: '#2c343f' },
};
const plotHeight = 92;
const timesHeight = 26;
const axisWidth = 54;

interface PlotOptions {
  measure: Measure;
  colours: readonly string[];
  theme: ColourScheme;
  zone: string;
  hasTimes: boolean;
}

function optionsFor({ measure, colours, theme, zone, hasTimes }: PlotOptions): UPlot.Options {
  const ink = inks[theme];
  const text = tickText(zone);
  const axis = {
    stroke: ink.text,
    grid: { stroke: ink.grid, width: 1 },
    ticks: { show: false },
    font: "12px 'Noto Sans', system-ui, sans-serif",
  };
  return {
    width: 100,
    height: plotHeight + (hasTimes ? timesHeight : 0),
    ms: 1,
    tzDate: (at) => UPlot.tzDate(new Date(at), zone),
    legend: { show: false },
    padding: [6, 0, hasTimes ? 0 : 4, 0],
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
        size: hasTimes ? timesHeight : 0,
        space: 70,
        values: (_, splits, __, ___, step) =>
          hasTimes ? text(splits, step) : splits.map(() => ''),
      },
      { ...axis, size: axisWidth, space: 26 },
    ],
    series: [
      {},
      ...colours.map((colour) => ({
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
          zoomTo({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') });
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** Percentages are shown from 0 to 100 and speeds from 0; other values in their own range. */
function boundsOf({ key, unit }: Measure): UPlot.Range.Function {
  if (unit === '%') return () => [0, 100];
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
