import { Button, Group, Stack } from '@mantine/core';
import type { Feature } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Coordinates } from '#shared/domain/coordinates';
import type { MapEngine, OverlayOptions } from '#engines/map';
import type { ColourScheme } from '#lib/device-state-look';
import { useFormat } from '#lib/use-format';
import { CopyButton } from '#ui/copy-button';
import { page } from '#ui/page';
import { PanelHead, useOverlay } from './tool-parts';
import classes from './map.module.css';
import type { MapStore } from './store';
import {
  addPoint,
  afterKey,
  canClose,
  close,
  cutAtAntimeridian,
  emptyRuler,
  finish,
  isFillable,
  isMeasured,
  measure,
  metresBetween,
  mostPoints,
  outline,
  resume,
  undo,
  type Ruler,
} from './ruler';
import { areaText, lengthText, rulerText } from './ruler-result';

/** Ends the ruler; what was measured is gone. */
export function endRuler(store: MapStore, engine: MapEngine): void {
  store.setState({ ruler: null });
  engine.focus();
}

interface RulerPanelProps {
  store: MapStore;
  engine: MapEngine;
  start: Coordinates | null;
  /** Another panel is open. */
  isHidden: boolean;
}

/** Measures along clicked points, on the map and in words. */
export function RulerPanel({ store, engine, start, isHidden }: RulerPanelProps) {
  const format = useFormat();
  const { t } = format;
  const [ruler, setRuler] = useState(start ? addPoint(emptyRuler, start) : emptyRuler);
  const onEnd = useCallback(() => endRuler(store, engine), [store, engine]);
  const panel = useRef<HTMLElement>(null);
  const toPointer = useRef<HTMLParagraphElement>(null);
  useRulerKeys({ engine, panel, isHidden, setRuler, onEnd });

  const { points, isClosed, isFinished } = ruler;
  const action = useStore(store, ({ measuredAction }) => measuredAction);
  useEffect(() => {
    if (isFinished) return undefined;
    return engine.takePointer({
      onClick: (at, isNear) =>
        setRuler((now) => {
          const [first, last] = [now.points[0], now.points.at(-1)];
          if (first && canClose(now) && isNear(first)) return close(now);
          // The second click of a double click.
          return last && isNear(last) ? now : addPoint(now, at);
        }),
      onDoubleClick: () => setRuler(finish),
    });
  }, [engine, isFinished]);

  const overlay = useOverlay(engine, onMap);
  useEffect(() => {
    const last = ruler.points.at(-1);
    const show = (pointer: Coordinates | null) => {
      const isOpen = last && pointer && !ruler.isFinished;
      overlay?.show(featuresOf(ruler, isOpen ? pointer : null));
      toPointer.current!.textContent = isOpen
        ? format.t('map.ruler.toPointer', {
            length: lengthText(metresBetween(last, pointer), format),
          })
        : '';
    };
    show(null);
    return engine.onPointer(show);
  }, [engine, overlay, ruler, format]);

  const measured = useMemo(() => measure(ruler), [ruler]);
  const length = lengthText(measured.metres, format);
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={t('map.ruler')}
      hidden={isHidden}
      data-covers-map
    >
      <PanelHead closeName={t('map.ruler.end')} onClose={onEnd}>
        <Stack role="status" gap={0} className={page.figures}>
          <strong>
            {isClosed ? t('map.ruler.perimeter', { length }) : t('map.ruler.distance', { length })}
          </strong>
          {measured.squareMetres !== null && (
            <strong>
              {t('map.ruler.area', { area: areaText(measured.squareMetres, format) })}
            </strong>
          )}
          {measured.isCrossed && <span>{t('map.ruler.crossed')}</span>}
        </Stack>
      </PanelHead>
      <div className={classes.lines}>
        <p className={page.quiet}>
          {points.length >= mostPoints
            ? t('map.ruler.full', { count: mostPoints })
            : points.length > 1
              ? t('map.ruler.last', { length: lengthText(measured.lastMetres, format) })
              : points.length === 1
                ? t('map.ruler.next')
                : t('map.ruler.start')}
        </p>
        <p ref={toPointer} className={`${page.quiet} ${page.figures} ${classes.toPointer}`} />
      </div>
      <Group gap={6}>
        {isFinished ? (
          <Step isDisabled={isClosed} onClick={() => setRuler(resume)}>
            {t('map.ruler.resume')}
          </Step>
        ) : (
          <>
            <Step onClick={() => setRuler((now) => addPoint(now, engine.middle()))}>
              {t('map.ruler.addMiddle')}
            </Step>
            <Step
              title={t('map.ruler.finish.title')}
              isDisabled={!isMeasured(ruler)}
              onClick={() => setRuler(finish)}
            >
              {t('map.ruler.finish')}
            </Step>
          </>
        )}
        <Step
          title={t('map.ruler.close.title')}
          isDisabled={!canClose(ruler)}
          onClick={() => setRuler(close)}
        >
          {t('map.ruler.close')}
        </Step>
        <Step
          title={t('map.ruler.undo.title')}
          isDisabled={points.length === 0}
          onClick={() => setRuler(undo)}
        >
          {t('map.ruler.undo')}
        </Step>
        {action && (
          <Step
            title={t(action.title)}
            isDisabled={points.length < 2 || (!isClosed && !canClose(ruler) && points.length !== 2)}
            onClick={() => action.run(points)}
          >
            {t(action.name)}
          </Step>
        )}
        <CopyButton disabled={!isMeasured(ruler)} text={() => rulerText(ruler, measured, format)}>
          {t('map.ruler.copy')}
        </CopyButton>
      </Group>
    </section>
  );
}

interface StepProps {
  children: string;
  title?: string;
  isDisabled?: boolean;
  onClick: () => void;
}

const Step = ({ isDisabled = false, ...props }: StepProps) => (
  <Button size="compact-xs" variant="default" disabled={isDisabled} {...props} />
);

interface RulerKeys {
  engine: MapEngine;
  panel: React.RefObject<HTMLElement | null>;
  isHidden: boolean;
  setRuler: (change: (ruler: Ruler) => Ruler) => void;
  onEnd: () => void;
}

/** Escape ends the ruler; the other keys count where nothing else takes them. */
function useRulerKeys({ engine, panel, isHidden, setRuler, onEnd }: RulerKeys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof Element) || event.defaultPrevented || !engine.isShown()) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (key === 'Escape') {
        if (isHidden) return;
        if (target.closest('input, select, textarea, [role=menu], [role=dialog]')) return;
        event.preventDefault();
        event.stopPropagation();
        return onEnd();
      }
      const isOnMap = target === document.body || target.closest('.maplibregl-canvas-container');
      const isInPanel = panel.current?.contains(target) && key !== 'Enter' && key !== ' ';
      if (!isOnMap && !isInPanel) return;
      setRuler((ruler) => afterKey(ruler, key, engine.middle()) ?? ruler);
      if (key === 'Backspace' || key === ' ') event.preventDefault();
    };
    // Before the panes of the window, which Escape closes too.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [engine, panel, isHidden, setRuler, onEnd]);
}

const onMap: OverlayOptions = { id: 'ruler', layers: rulerLayers, isBelowDevices: false };

const inks = {
  light: { line: '#8a1c6b', halo: '#ffffff' },
  dark: { line: '#ff9ad8', halo: '#0b0f14' },
} as const;

/** The ruler on the map: the line, its points, the enclosed area, and the line to the pointer. */
function rulerLayers(source: string, theme: ColourScheme): LayerSpecification[] {
  const { line, halo } = inks[theme];
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const ofKind = (kind: string) => ['==', ['get', 'kind'], kind] as ['==', unknown, string];
  return [
    {
      id: `${source}-area`,
      type: 'fill',
      source,
      filter: ofKind('area') as never,
      paint: { 'fill-color': line, 'fill-opacity': 0.15 },
    },
    {
      id: `${source}-halo`,
      type: 'line',
      source,
      filter: ofKind('line') as never,
      layout: round,
      paint: { 'line-color': halo, 'line-width': 5, 'line-opacity': 0.8 },
    },
    {
      id: `${source}-line`,
      type: 'line',
      source,
      filter: ofKind('line') as never,
      layout: round,
      paint: { 'line-color': line, 'line-width': 2.5 },
    },
    {
      id: `${source}-preview`,
      type: 'line',
      source,
      filter: ofKind('preview') as never,
      paint: { 'line-color': line, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: `${source}-points`,
      type: 'circle',
      source,
      filter: ofKind('point') as never,
      paint: {
        'circle-radius': 5,
        'circle-color': halo,
        'circle-stroke-color': line,
        'circle-stroke-width': 2.5,
      },
    },
  ];
}

/** The ruler with a line to the place of the pointer; null: none. */
function featuresOf({ points, isClosed }: Ruler, pointer: Coordinates | null): Feature[] {
  const whole = outline(points, isClosed);
  const last = points.at(-1);
  const preview = last && pointer ? outline([last, pointer], false) : [];
  const features: Feature[] = [
    lines('line', cutAtAntimeridian(whole)),
    lines('preview', cutAtAntimeridian(preview)),
    ...points.map(({ latitude, longitude }): Feature => ({
      type: 'Feature',
      properties: { kind: 'point' },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  ];
  if (isClosed && isFillable(whole)) {
    features.unshift({
      type: 'Feature',
      properties: { kind: 'area' },
      geometry: { type: 'Polygon', coordinates: [whole] },
    });
  }
  return points.length === 0 ? [] : features;
}

const lines = (kind: string, coordinates: [number, number][][]): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type: 'MultiLineString', coordinates },
});
