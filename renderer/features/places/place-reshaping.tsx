import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import type { Place, PlaceShape } from '#shared/domain/places';
import { degreesEast } from '#shared/history/distance';
import {
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  worldPixels,
} from '#shared/domain/mercator';
import type { MapEngine, OverlayOptions } from '#engines/map';
import { useOverlay, type MapStore } from '#features/map';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { placeReshaped, useReshapedPlace } from './place-dialog';
import { handlesOf } from './place-handles';
import { featuresIn, placeLayers } from './places-on-map';
import classes from './places.module.css';

const onMap: OverlayOptions = { id: 'reshaped-place', layers: placeLayers, isBelowDevices: false };

/** Pixels for an arrow key; with Shift one. */
const stepPx = 10;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The place whose area is adjusted on the map, if there is one. */
export function PlaceReshaping({ store }: { store: MapStore }) {
  const engine = useStore(store, (state) => state.engine);
  const place = useReshapedPlace();
  return engine && place && <Reshaping key={place.id} engine={engine} place={place} />;
}

interface ReshapingProps {
  engine: MapEngine;
  place: Place;
}

/** The area of a place with handles on the map, which are dragged or moved by the arrow keys. */
function Reshaping({ engine, place }: ReshapingProps) {
  const { t, said } = useFormat();
  const [shapes, setShapes] = useState<readonly PlaceShape[]>([place.shape]);
  const shape = shapes.at(-1)!;
  const overlay = useOverlay(engine, onMap);
  /** The handle that has the focus again after a change by a key. */
  const focused = useRef<string | null>(null);

  useEffect(() => {
    const show = (now: PlaceShape) =>
      overlay?.show(featuresIn(engine.view(), [{ ...place, shape: now }]));
    const change = (next: PlaceShape) => setShapes((all) => [...all, next]);
    show(shape);
    const stopMoving = engine.onMoved(() => show(shape));
    const handles = handlesOf(shape).map((handle) => {
      const { key, kind, at, label, moved, removed } = handle;
      const element = document.createElement('button');
      element.type = 'button';
      element.className = classes.handle!;
      element.dataset['kind'] = kind;
      element.title = said(label);
      element.addEventListener('keydown', (event) => {
        const arrow = arrows[event.key];
        const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
        if (!arrow && !(isRemoval && removed)) return;
        event.preventDefault();
        event.stopPropagation();
        focused.current = kind === 'side' ? key.replace('side', 'corner') : key;
        if (!arrow) return change(removed!());
        const px = (event.shiftKey ? 1 : stepPx) / worldPixels(engine.view().zoom);
        const x = mercatorX(at[0]) + arrow[0] * px;
        const y = mercatorY(at[1]) + arrow[1] * px;
        change(moved([degreesEast(0, longitudeOf(x)), latitudeOf(y)]));
      });
      const stop = engine.handle(
        element,
        { longitude: at[0], latitude: at[1] },
        {
          onDrag: ({ longitude, latitude }) => show(moved([longitude, latitude])),
          onDrop: ({ longitude, latitude }) => change(moved([longitude, latitude])),
        },
      );
      // After the map has taken it.
      element.setAttribute('aria-label', said(label));
      if (key === focused.current) element.focus();
      return stop;
    });
    focused.current = null;
    return () => {
      stopMoving();
      for (const stop of handles) stop();
    };
  }, [engine, overlay, place, shape, said]);

  useEffect(() => engine.takePointer({ onClick: nothing, onDoubleClick: nothing }), [engine]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      placeReshaped(null);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);

  return createPortal(
    <section className={classes.reshaping} aria-label={t('places.reshape')} data-covers-map>
      <Text size="sm">
        {place.shape.kind === 'circle'
          ? t('places.reshape.helpCircle')
          : t('places.reshape.helpPolygon')}
      </Text>
      <Group gap={6} wrap="nowrap">
        <ActionButton
          size="compact-sm"
          disabled={shapes.length < 2}
          onClick={() => setShapes((all) => all.slice(0, -1))}
        >
          {t('common.undo')}
        </ActionButton>
        <ActionButton size="compact-sm" onClick={() => placeReshaped(null)}>
          {t('common.cancel')}
        </ActionButton>
        <Button size="compact-sm" onClick={() => placeReshaped(shape)}>
          {t('places.reshape.done')}
        </Button>
      </Group>
    </section>,
    engine.frame,
  );
}

const nothing = () => undefined;
