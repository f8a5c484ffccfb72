import type { Feature, Point } from 'geojson';
import { deviceStates } from '#shared/domain/device-state';
import { latitudeOf, longitudeOf, type VisibleSet } from '#features/fleet-data';
import { countText, discRadius } from '../../../renderer/features/map/fleet/scene';
import { deviceFeature, MapLibreDevices, updateOf } from './maplibre-devices';
import { deviceLayers, ringName } from './symbols';

// Our worker and grid, drawn by symbol layers: devices in view as features, changes as a diff.

function clusterFeature({ clusters }: VisibleSet, i: number): Feature<Point> {
  const count = clusters.count[i]!;
  const states = deviceStates.length;
  let sum = 0;
  const ends = deviceStates.slice(0, -1).map((_, state) => {
    sum += clusters.byState[i * states + state]!;
    return sum / count;
  });
  return {
    type: 'Feature',
    id: `${clusters.level[i]}/${clusters.cellX[i]}/${clusters.cellY[i]}`,
    properties: { ring: ringName(discRadius(count), ends), count: countText(count) },
    geometry: {
      type: 'Point',
      coordinates: [longitudeOf(clusters.x[i]!), latitudeOf(clusters.y[i]!)],
    },
  };
}

let shown = new Map<Feature['id'], { feature: Feature<Point>; text: string }>();

function dataOf(visible: VisibleSet) {
  const features = [
    ...Array.from(visible.clusters.count, (_, i) => clusterFeature(visible, i)),
    ...Array.from(visible.singles.slot, (_, i) => deviceFeature(visible.singles, i)),
  ];
  const before = shown;
  shown = new Map(
    features.map((feature) => [feature.id, { feature, text: JSON.stringify(feature) }]),
  );
  const entries = [...shown];
  const add = entries.filter(([id]) => !before.has(id)).map(([, { feature }]) => feature);
  const remove = [...before.keys()].filter((id) => !shown.has(id)).map((id) => id!);
  // After a pan or a zoom most of the features are new.
  if (add.length + remove.length > features.length / 2) return { features };
  const update = entries
    .filter(([id, { text }]) => before.has(id) && before.get(id)!.text !== text)
    .map(([, { feature }]) => updateOf(feature));
  return { diff: { add, remove, update } };
}

export { worldsOnScreen } from '../../../renderer/features/map/fleet/symbol-layer';

export class SymbolLayer extends MapLibreDevices {
  constructor() {
    super({
      source: {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [] },
        maxzoom: 18,
        tolerance: 0,
      },
      layers: (theme) =>
        deviceLayers(
          {
            clusterIcon: ['get', 'ring'],
            clusterText: ['get', 'count'],
            isCluster: ['has', 'ring'],
            name: null,
          },
          theme,
        ),
      dataOf,
    });
  }
}
