import type { ExpressionSpecification } from 'maplibre-gl';
import type { VisibleSet } from '#features/fleet-data';
import { deviceStates } from '#shared/domain/device-state';
import type { WholeFleet } from './feed-whole';
import { deviceFeature, MapLibreDevices, updateOf } from './maplibre-devices';
import { deviceLayers, ringExpression } from './symbols';

// Every device in one clustered GeoJSON source: MapLibre's worker groups them with supercluster.

const countOf = (state: number): [string, ExpressionSpecification] => [
  '+',
  ['case', ['==', ['get', 'state'], state], 1, 0],
];

function dataOf(visible: VisibleSet) {
  const { singles, names, gone } = visible as WholeFleet;
  const features = Array.from(singles.slot, (_, i) => deviceFeature(singles, i));
  if (!names) return { diff: { update: features.map(updateOf), remove: [...gone] } };
  features.forEach((feature, i) => Object.assign(feature.properties!, { name: names[i] }));
  return { features };
}

export { worldsOnScreen } from '../../../renderer/features/map/fleet/symbol-layer';

export class SymbolLayer extends MapLibreDevices {
  constructor() {
    super({
      source: {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [] },
        cluster: true,
        clusterRadius: 50,
        clusterMaxZoom: 14,
        maxzoom: 18,
        clusterProperties: Object.fromEntries(
          deviceStates.map((_, state) => [`s${state}`, countOf(state)]),
        ),
      },
      layers: (theme) =>
        deviceLayers(
          {
            clusterIcon: ringExpression(),
            clusterText: ['get', 'point_count_abbreviated'],
            isCluster: ['has', 'point_count'],
            name: ['get', 'name'],
          },
          theme,
        ),
      dataOf,
    });
  }
}
