import { Button, Checkbox, Menu } from '@mantine/core';
import { IconChartLine, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { useColourScheme } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { chartSummaryText, historyMessages } from '../history-messages';
import { texts } from '../history-texts';
import { Chart } from './chart';
import { zoomed } from './chart-axis';
import { cursorStore } from '../playback/cursor';
import type { LoadedTrack } from '../tracks/history-port';
import classes from '../history.module.css';
import { columnOf, factorOf, measuresOf, defaultMeasures, type Measure } from './measures';
import type { ChartLine } from './use-chart-series';
import type { Summary } from '../tracks/resample';
import { historyStore, useHistory } from '../store';

interface ChartsProps {
  tracks: readonly LoadedTrack[];
  labels: readonly string[];
  colours: readonly string[];
  range: Range;
}

/** One chart for each measure, on a common time axis. */
export function Charts({ tracks, labels, colours, range }: ChartsProps) {
  const format = useFormat();
  const theme = useColourScheme();
  const zoom = useHistory((state) => state.zoom);
  const [hidden, setHidden] = useState<readonly string[] | null>(null);
  const columns = useMemo(() => tracks.map((track) => track.columns), [tracks]);
  const all = useMemo(() => measuresOf(columns, format.units), [columns, format.units]);
  const isShown = ({ key }: Measure) =>
    hidden === null ? defaultMeasures.includes(key) : !hidden.includes(key);
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
    <section className={classes.charts} aria-label={texts.charts}>
      <div className={classes.chartTools}>
        <ZoomButtons isZoomed={zoom !== null} onZoomBy={zoomBy} onReset={() => setZoom(null)} />
        <MeasureMenu all={all} isShown={isShown} onToggle={toggle} />
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

interface ZoomButtonsProps {
  isZoomed: boolean;
  onZoomBy: (factor: number) => void;
  onReset: () => void;
}

function ZoomButtons({ isZoomed, onZoomBy, onReset }: ZoomButtonsProps) {
  return (
    <Button.Group>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.zoomInOnTime}
        title={texts.zoomInOnTimeCtrl}
        onClick={() => onZoomBy(0.5)}
      >
        <IconZoomIn size={14} aria-hidden />
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.zoomOutOnTime}
        title={texts.zoomOutOnTime}
        disabled={!isZoomed}
        onClick={() => onZoomBy(2)}
      >
        <IconZoomOut size={14} aria-hidden />
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={!isZoomed}
        leftSection={<IconZoomReset size={14} aria-hidden />}
        onClick={onReset}
      >
        {texts.wholeRange}
      </Button>
    </Button.Group>
  );
}

interface MeasureMenuProps {
  all: readonly Measure[];
  isShown: (measure: Measure) => boolean;
  onToggle: (measure: Measure) => void;
}

function MeasureMenu({ all, isShown, onToggle }: MeasureMenuProps) {
  return (
    <Menu closeOnItemClick={false} position="top-end" withArrow>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconChartLine size={14} aria-hidden />}
        >
          {historyMessages.shownValues(all.filter(isShown).length, all.length)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.values}>
        {all.map((measure) => (
          <Checkbox
            key={measure.key}
            size="xs"
            label={measure.label}
            checked={isShown(measure)}
            onChange={() => onToggle(measure)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
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
  const factor = factorOf(measure.key, format.serviceSpeedUnit, format.units);
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
  // The lines of the request: those on screen may belong to other devices now.
  const summaryText = (drawn: readonly ChartLine[], summaries: readonly (Summary | null)[]) =>
    summaries
      .map((found, i) => {
        const device = summaries.length > 1 ? drawn[i]!.label : null;
        return chartSummaryText(device, found, format);
      })
      .join(' · ');
  return <Chart {...rest} lines={lines} summaryText={summaryText} />;
}
