import type { Map, ScaleControl, Unit } from 'maplibre-gl';
import { createStore } from 'zustand/vanilla';
import type { DistanceUnit } from '#shared/domain/units';

const unitNames: Record<DistanceUnit, Unit> = { km: 'metric', mi: 'imperial', nmi: 'nautical' };

const shown = createStore<{ unit: DistanceUnit }>(() => ({ unit: 'km' }));

/** The unit of the scale bars of all maps. */
export function setScaleUnit(unit: DistanceUnit): void {
  if (unit !== shown.getState().unit) shown.setState({ unit });
}

/** Adds a scale bar that follows the chosen unit. */
export function addScale(map: Map, scale: ScaleControl): void {
  scale.options.unit = unitNames[shown.getState().unit];
  map.addControl(scale, 'bottom-left');
  map.on(
    'remove',
    shown.subscribe(({ unit }) => scale.setUnit(unitNames[unit])),
  );
}
