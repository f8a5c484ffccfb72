import { Group } from '@mantine/core';
import type { HeatmapLayerSpecification } from 'maplibre-gl';
import { Fragment, useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { message, type Message } from '#shared/i18n/translate';
import type { AlertPlaces } from '#shared/ipc/history';
import type { VisibleSet } from '#engines/fleet';
import {
  isInView,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  worldPixels,
  type Viewport,
} from '#shared/domain/mercator';
import type { MapEngine, Overlay, OverlayOptions } from '#engines/map';
import { api } from '#lib/api';
import type { ColourScheme } from '#lib/device-state-look';
import { useAnswer } from '#lib/use-answer';
import { useEscape } from '#lib/use-escape';
import { inlineSign } from '#lib/language';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { PanelHead, useOverlay } from './tool-parts';
import classes from './map.module.css';
import type { AlertHeat, HeatChoice, MapStore } from './store';

interface HeatLegendProps {
  store: MapStore;
  engine: MapEngine;
  theme: ColourScheme;
  /** Another panel is open. */
  isHidden: boolean;
}

/** Shows the chosen heat on the map and explains it. */
export function HeatLegend({ store, engine, theme, isHidden }: HeatLegendProps) {
  const heat = useStore(store, (state) => state.heat);
  const { t } = useFormat();
  const ofAlerts = isOfAlerts(heat) ? heat : null;
  const { value: places, fault } = useAlertPlaces(ofAlerts);
  const overlay = useOverlay(engine, onMap, heat !== 'off');
  useEffect(() => {
    if (!overlay) return undefined;
    if (heat === 'devices') {
      const drawn = keepDrawn(engine, overlay, () => heatOfDevices(engine.visible()));
      const stopDevices = engine.onVisible(drawn.soon);
      return () => {
        stopDevices();
        drawn.stop();
      };
    }
    const { latitude = [], longitude = [], count = [] } = places ?? {};
    const points = { x: longitude.map(mercatorX), y: latitude.map(mercatorY), count };
    return keepDrawn(engine, overlay, () => points).stop;
  }, [engine, overlay, heat, places]);
  useEffect(() => store.setState({ heatNotes: heatNotes(heat, places) }), [store, heat, places]);
  const isShown = heat !== 'off' && !isHidden;
  const end = useCallback(() => store.setState({ heat: 'off' }), [store]);
  useEscape(
    useCallback(() => (isShown && engine.isShown() ? end() : false), [isShown, engine, end]),
  );
  if (!isShown) return null;
  if (fault) return <FaultNotice fault={fault} context="open" />;
  return (
    <section className={classes.panel} aria-label={t('map.heat')} data-covers-map>
      <PanelHead closeName={t('map.heat.turnOff')} onClose={end}>
        <strong>{t(`map.heat.title.${heat}`)}</strong>
      </PanelHead>
      <Group gap="xs" className={page.quiet}>
        <span>{t('map.heat.few')}</span>
        <span
          className={classes.rampBar}
          style={{
            background: `linear-gradient(${inlineSign() * 90}deg, ${heatRamps[theme].join(', ')})`,
          }}
        />
        <span>{t('map.heat.many')}</span>
      </Group>
      <p className={page.quiet} role="status">
        {heatNotes(heat, places).map((note) => (
          <Fragment key={note.key}>{t(note)} </Fragment>
        ))}
      </p>
    </section>
  );
}

const hourMs = 3_600_000;

/** What the heat shows, in sentences. */
function heatNotes(choice: HeatChoice, places: AlertPlaces | null): Message[] {
  if (choice === 'off') return [];
  if (choice === 'devices') return [message('map.heat.devices')];
  if (!places) return [message('map.heat.loading')];
  const { alerts, withoutPosition, incompleteDevices } = places;
  const notes: Message[] = [message(`map.heat.count.${choice}`, { count: alerts })];
  if (withoutPosition > 0) {
    notes.push(message('map.heat.withoutPosition', { count: withoutPosition }));
  }
  if (incompleteDevices > 0) {
    notes.push(message('map.heat.incompleteDevices', { count: incompleteDevices }));
  }
  if (alerts > 0) notes.push(message('map.heat.strongest'));
  return notes;
}

/** The time before now of which alerts are shown. */
const alertHeatMs: Record<AlertHeat, number> = {
  alerts24h: 24 * hourMs,
  alerts7d: 7 * 24 * hourMs,
  alerts30d: 30 * 24 * hourMs,
};

const isOfAlerts = (choice: HeatChoice): choice is AlertHeat => choice in alertHeatMs;

/** Downloading alerts announces each device. */
const againMs = 2_000;

/** Where the downloaded alerts were, read again when more are downloaded; null: not needed. */
function useAlertPlaces(choice: AlertHeat | null) {
  const read = (of: AlertHeat) => {
    const to = Date.now();
    return api.alerts.places({ range: { from: to - alertHeatMs[of], to } });
  };
  const answer = useAnswer(choice && (() => read(choice)), [choice]);
  const { reload } = answer;
  const isShown = choice !== null;
  useEffect(() => {
    if (!isShown) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = api.alerts.onChanged(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, againMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [isShown, reload]);
  return answer;
}

/** A layout costs a message to MapLibre's worker; devices move all the time. */
const everyMs = 500;

/** Draws what `points` returns, again when the map has moved; `soon` draws it again when the points have. */
function keepDrawn(engine: MapEngine, overlay: Overlay, points: () => HeatPoints) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    overlay.show(
      spotsInView(points(), engine.view()).map(({ x, y, weight }) => ({
        type: 'Feature',
        properties: { weight },
        geometry: { type: 'Point', coordinates: [longitudeOf(x), latitudeOf(y)] },
      })),
    );
  };
  const soon = () => {
    timer ??= setTimeout(draw, everyMs);
  };
  draw();
  const stopMoved = engine.onMoved(soon);
  const stop = () => {
    stopMoved();
    clearTimeout(timer);
  };
  return { soon, stop };
}

const onMap: OverlayOptions = { id: 'heat', layers: heatLayers, isBelowDevices: true };

/** Colours from few to many. */
const heatRamps: Record<ColourScheme, readonly string[]> = {
  light: ['#fde9a9', '#fdb863', '#e8743b', '#b2182b'],
  dark: ['#5b3a8e', '#b5367a', '#f2844b', '#fcf3a6'],
};

/** The density at which each colour is reached; also where there are few, something is seen. */
const densities = [0.03, 0.3, 0.6, 0.9];
/** What MapLibre makes of a weight of 1 at its centre: the peak of the normal distribution. */
const kernelPeak = 0.3989;

/** Where there is much. */
function heatLayers(source: string, theme: ColourScheme): HeatmapLayerSpecification[] {
  const ramp = heatRamps[theme];
  const stops = ramp.flatMap((colour, i) => [densities[i]!, colour]);
  return [
    {
      id: `${source}-map`,
      type: 'heatmap',
      source,
      paint: {
        'heatmap-weight': ['get', 'weight'],
        'heatmap-intensity': 1 / kernelPeak,
        'heatmap-radius': 42,
        'heatmap-opacity': 0.75,
        'heatmap-color': [
          'interpolate',
          ['linear'],
          ['heatmap-density'],
          0,
          `${ramp[0]!}00`,
          ...stops,
        ],
      },
    },
  ];
}

/** Places with a number of things at each, in Mercator units. */
interface HeatPoints {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  count: ArrayLike<number>;
}

/** A place on screen; a weight of 1 is that of the busiest spot. */
interface HeatSpot {
  x: number;
  y: number;
  weight: number;
}

/** The devices that the map draws: those drawn alone, the selected one, and clusters by their number. */
export function heatOfDevices(visible: VisibleSet | null): HeatPoints {
  if (!visible) return { x: [], y: [], count: [] };
  const { singles, clusters, selected } = visible;
  const own = selected ? [selected] : [];
  return {
    x: [...singles.x, ...clusters.x, ...own.map(({ x }) => x)],
    y: [...singles.y, ...clusters.y, ...own.map(({ y }) => y)],
    count: [...singles.slot.map(() => 1), ...clusters.count, ...own.map(() => 1)],
  };
}

/** Pixels of a spot. */
const spotPx = 64;

/** What is in view, with weights relative to the busiest spot of 64 pixels there. */
export function spotsInView({ x, y, count }: HeatPoints, view: Viewport): HeatSpot[] {
  const perUnit = worldPixels(view.zoom) / spotPx;
  const sums = new Map<string, number>();
  const inView: HeatSpot[] = [];
  let most = 0;
  for (let i = 0; i < count.length; i++) {
    const [atX, atY, weight] = [x[i]!, y[i]!, count[i]!];
    if (!isInView(view, atX, atY)) continue;
    const spot = `${Math.floor(atX * perUnit)} ${Math.floor(atY * perUnit)}`;
    const sum = (sums.get(spot) ?? 0) + weight;
    sums.set(spot, sum);
    most = Math.max(most, sum);
    inView.push({ x: atX, y: atY, weight });
  }
  return inView.map((spot) => ({ ...spot, weight: spot.weight / most }));
}
