import type { OsmOptions } from '@versatiles/style';
import type { LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { TileSchema } from '#shared/domain/map-file';
import { mapFont } from './style-names';
import type { MapTheme } from './style-palette';
import { streetPalette } from './street-palette';

/** Any address: the sources of the generated style are replaced. */
const anyTiles = 'https://tiles.invalid/{z}/{x}/{y}';

function optionsFor(theme: MapTheme): Omit<OsmOptions, 'urls'> {
  return {
    theme: theme === 'light' ? 'gray' : 'gray-dark',
    colors: streetPalette(theme),
    // Nothing that needs pictures: they would be loaded from elsewhere.
    layers: { icons: false, markings: false, pois: false },
    sky: false,
  };
}

/** The layers of a street map of one schema. Each schema is loaded when a file needs it. */
export async function loadStreetLayers(
  schema: TileSchema,
): Promise<Record<MapTheme, LayerSpecification[]>> {
  const build = await builderOf(schema);
  return { light: drawable(build('light')), dark: drawable(build('dark')) };
}

async function builderOf(schema: TileSchema): Promise<(theme: MapTheme) => LayerSpecification[]> {
  switch (schema) {
    case 'openmaptiles': {
      const { omt } = await import('@versatiles/style/omt');
      return (theme) => omt({ ...optionsFor(theme), urls: { omt: anyTiles } }).layers;
    }
    case 'protomaps': {
      const { protomaps } = await import('@versatiles/style/protomaps');
      return (theme) => protomaps({ ...optionsFor(theme), urls: { protomaps: anyTiles } }).layers;
    }
    case 'shortbread': {
      const { osm } = await import('@versatiles/style');
      return (theme) => osm({ ...optionsFor(theme), urls: { osm: anyTiles } }).layers;
    }
  }
}

/** Without backgrounds, which would cover the bundled map, and with our fonts instead of pictures. */
function drawable(layers: readonly LayerSpecification[]): LayerSpecification[] {
  return layers.flatMap((layer): LayerSpecification[] => {
    if (layer.type === 'background') return [];
    if (layer.type !== 'symbol') return [layer];
    const { 'icon-image': _, ...layout } = layer.layout ?? {};
    if (layout['text-field'] === undefined) return [];
    return [
      withAnyName({
        ...layer,
        layout: { ...layout, 'text-font': fontFor(layout) },
      }),
    ];
  });
}

/** Some makers of tiles write the name in Latin letters only. */
const anyName = ['coalesce', ['get', 'name'], ['get', 'name:latin'], ['get', 'name_int']];

function withAnyName<T>(part: T): T {
  const text = JSON.stringify(part)
    .replaceAll('["get","name"]', JSON.stringify(anyName))
    .replaceAll('["has","name"]', '["any",["has","name"],["has","name:latin"]]');
  return JSON.parse(text) as T;
}

const fontFor = (layout: NonNullable<SymbolLayerSpecification['layout']>): string[] =>
  JSON.stringify(layout['text-font'] ?? '').includes('bold')
    ? [mapFont.semiBold]
    : [mapFont.regular];
