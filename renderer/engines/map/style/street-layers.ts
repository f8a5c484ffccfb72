import type { ColorsOptions, OsmOptions } from '@versatiles/style';
import type { LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { TileSchema } from '#shared/domain/map-file';
import type { ColourScheme } from '#lib/device-state-look';
import { mapFont, mapPalettes } from './style-names';

/** Any address: the sources of the generated style are replaced. */
const anyTiles = 'https://tiles.invalid/{z}/{x}/{y}';

function optionsFor(theme: ColourScheme, language: string): Omit<OsmOptions, 'urls'> {
  return {
    theme: theme === 'light' ? 'gray' : 'gray-dark',
    colors: streetPalette(theme),
    // Nothing that needs pictures: they would be loaded from elsewhere.
    layers: { icons: false, markings: false, pois: false },
    sky: false,
    text: { language },
  };
}

/**
 * The layers of a street map of one schema, with the names in a language (ISO 639) where the tiles have them, else
 * those of the place. Each schema is loaded when a file needs it.
 */
export async function loadStreetLayers(
  schema: TileSchema,
  language: string,
): Promise<Record<ColourScheme, LayerSpecification[]>> {
  const build = await builderOf(schema, language);
  return { light: drawable(build('light')), dark: drawable(build('dark')) };
}

async function builderOf(
  schema: TileSchema,
  language: string,
): Promise<(theme: ColourScheme) => LayerSpecification[]> {
  switch (schema) {
    case 'openmaptiles': {
      const { omt } = await import('@versatiles/style/omt');
      return (theme) => omt({ ...optionsFor(theme, language), urls: { omt: anyTiles } }).layers;
    }
    case 'protomaps': {
      const { protomaps } = await import('@versatiles/style/protomaps');
      return (theme) =>
        protomaps({ ...optionsFor(theme, language), urls: { protomaps: anyTiles } }).layers;
    }
    case 'shortbread': {
      const { osm } = await import('@versatiles/style');
      return (theme) => osm({ ...optionsFor(theme, language), urls: { osm: anyTiles } }).layers;
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

/** Colours of streets, buildings and land use beyond those of the bundled map, as quiet as those. */
const own: Record<ColourScheme, ColorsOptions> = {
  light: {
    glacier: '#f7fafb',
    natureWood: '#dde6d8',
    natureGrass: '#e6ecdf',
    naturePark: '#dfe9d7',
    natureAgriculture: '#eef0e6',
    natureSand: '#f0ebdd',
    natureRock: '#e6e3dd',
    natureWetland: '#dfe8e4',
    natureLeisure: '#e4ebdd',
    areaResidential: '#eeece7',
    areaCommercial: '#efeae6',
    areaIndustrial: '#eae8e6',
    areaBurial: '#e1e6da',
    siteEducation: '#efebdf',
    siteHospital: '#f1e6e4',
    siteParking: '#ebeae7',
    siteSports: '#e2ead9',
    building: '#e2dfd9',
    buildingBg: '#d3cfc8',
    roadStreet: '#ffffff',
    roadStreetBg: '#cfcbc3',
    roadMotorway: '#f4d9a8',
    roadMotorwayBg: '#d0ab6d',
    roadTrunk: '#f8e8c4',
    roadTrunkBg: '#d4bd8c',
    transitRail: '#b5b2ad',
    transitSubway: '#c3bfc9',
    transitCycle: '#d8dfe4',
    transitFoot: '#f7f5f1',
  },
  dark: {
    glacier: '#2c363f',
    natureWood: '#1f2d2c',
    natureGrass: '#222f2f',
    naturePark: '#20302d',
    natureAgriculture: '#242d31',
    natureSand: '#2c3033',
    natureRock: '#2a3138',
    natureWetland: '#1d2b30',
    natureLeisure: '#22302f',
    areaResidential: '#252d36',
    areaCommercial: '#282f38',
    areaIndustrial: '#272e36',
    areaBurial: '#222d2e',
    siteEducation: '#2a3036',
    siteHospital: '#2e2f38',
    siteParking: '#272f38',
    siteSports: '#21302f',
    building: '#2d3741',
    buildingBg: '#38434f',
    roadStreet: '#3d4854',
    roadStreetBg: '#171e25',
    roadMotorway: '#6b5d43',
    roadMotorwayBg: '#171e25',
    roadTrunk: '#575043',
    roadTrunkBg: '#171e25',
    transitRail: '#4b5663',
    transitSubway: '#444c5b',
    transitCycle: '#35424e',
    transitFoot: '#343e49',
  },
};

/** The colours of a street map in one theme. */
function streetPalette(theme: ColourScheme): ColorsOptions {
  const base = mapPalettes[theme];
  return {
    ...own[theme],
    background: base.land,
    land: base.land,
    water: base.water,
    boundary: base.border,
    boundaryDisputed: base.disputed,
    label: base.town,
    labelHalo: base.halo,
    labelShield: base.smallTown,
    labelSymbol: base.smallTown,
    labelPoi: base.smallTown,
    labelHousenumber: base.smallTown,
    labelWater: base.sea,
  };
}
