import { Button, Checkbox, Menu } from '@mantine/core';
import { IconChartLine, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { useColourScheme } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { Chart, type ChartLine } from './chart';
import { zoomed } from './chart-axis';
import { cursorStore } from './cursor';
import type { LoadedTrack } from '../download/history-port';
import classes from '../history.module.css';
import { columnOf, factorOf, measuresOf, usualMeasures, type Measure } from './measures';
import type { Summary } from './resample';
import { historyStore, useHistory } from '../store';

interface ChartsProps {
  tracks: readonly LoadedTrack[];
  labels: readonly string[];
  colours: readonly string[];
  range: Range;
}

/** What the records tell over time, under each other on one time axis. */
export function Charts({ tracks, labels, colours, range }: ChartsProps) {
  const format = useFormat();
  const theme = useColourScheme();
  const zoom = useHistory((state) => state.zoom);
  const [hidden, setHidden] = useState<readonly string[] | null>(null);
  const columns = useMemo(() => tracks.map((track) => track.columns), [tracks]);
  const all = useMemo(() => measuresOf(columns, format.speedUnit), [columns, format.speedUnit]);
  const isShown = ({ key }: Measure) =>
    hidden === null ? usualMeasures.includes(key) : !hidden.includes(key);
  const shown = all.filter(isShown);
  const view = zoom ?? range;
  const setZoom = (next: Range | null) => historyStore.setState({ zoom: next });
  const zoomBy = (factor: number) =>
    setZoom(zoomed(view, range, factor, cursorStore.getState().at ?? (view.from + view.to) / 2));
  const toggle = (measure: Measure) => {
    const without = all.filter((other) => !isShown(other)).map(({ key }) => key);
    setHidden(
      isShown(measure) ? [...without, measure.key] : without.filter((key) => key !== measure.key),
    );
  };
  if (all.length === 0) return null;
  return (
    <section className={classes.charts} aria-label="Charts">
      <div className={classes.chartTools}>
        <Button.Group>
          <Button
            size="compact-xs"
            variant="default"
            aria-label="Zoom in on time"
            title="Zoom in on time (Ctrl and wheel, or drag over a chart)"
            onClick={() => zoomBy(0.5)}
          >
            <IconZoomIn size={14} aria-hidden />
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label="Zoom out on time"
            title="Zoom out on time"
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
            onClick={() => setZoom(null)}
          >
            Whole range
          </Button>
        </Button.Group>
        <Menu closeOnItemClick={false} position="top-end" withArrow>
          <Menu.Target>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconChartLine size={14} aria-hidden />}
            >
              Values ({shown.length} of {all.length})
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
      </div>
      {shown.map((measure, i) => (
        <MeasureChart
          key={measure.key}
          measure={measure}
          tracks={tracks}
          labels={labels}
          colours={colours}
          whole={range}
          view={view}
          onZoom={setZoom}
          theme={theme}
          zone={format.timeZone}
          hasTimes={i === shown.length - 1}
        />
      ))}
    </section>
  );
}

interface MeasureChartProps extends Omit<Parameters<typeof Chart>[0], 'lines' | 'summaryText'> {
  tracks: readonly LoadedTrack[];
  labels: readonly string[];
  colours: readonly string[];
}

function MeasureChart({ tracks, labels, colours, ...rest }: MeasureChartProps) {
  const { measure } = rest;
  const format = useFormat();
  const factor = factorOf(measure.key, format.serviceSpeedUnit, format.speedUnit);
  const lines = useMemo(
    () =>
      tracks.flatMap(({ columns }, i): ChartLine[] => {
        const values = columnOf(columns, measure.key);
        if (!values) return [];
        const signal = { at: columns.at, values, flags: columns.flags };
        return [{ label: labels[i]!, colour: colours[i]!, signal, factor }];
      }),
    [tracks, labels, colours, measure.key, factor],
  );
  // Of the lines that were asked about: those on screen may be other devices' by now.
  const summaryText = (asked: readonly ChartLine[], summaries: readonly (Summary | null)[]) =>
    summaries
      .map((found, i) => {
        const name = summaries.length > 1 ? `${asked[i]!.label}: ` : '';
        if (!found) return `${name}nothing here`;
        const text = (value: number) => format.number(Math.round(value * 10) / 10);
        return `${name}${text(found.least)} to ${text(found.most)}, mean ${text(found.mean)}`;
      })
      .join(' · ');
  return <Chart {...rest} lines={lines} summaryText={summaryText} />;
}
