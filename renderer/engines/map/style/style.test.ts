import fs from 'node:fs';
import {
  validateStyleMin,
  type LayerSpecification,
  type SymbolLayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { PMTiles, type RangeResponse } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import ranges from '@fontsource/noto-sans/unicode.json';
import { deviceStateLooks, type ColourScheme } from '#lib/device-state-look';
import { baseMapSource, lowestLabelLayer, mapFont, mapPalettes } from './style-names';
import { baseStyle } from './style';

const themes: readonly ColourScheme[] = ['light', 'dark'];
const page = 'app://waypost/index.html';
const mapFile = new URL('../../../../assets/basemap/world.pmtiles', import.meta.url);

function openMap(): PMTiles {
  const bytes = fs.readFileSync(mapFile);
  return new PMTiles({
    getKey: () => 'world',
    getBytes: (offset: number, length: number): Promise<RangeResponse> =>
      Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  });
}

interface LayerMetadata {
  id: string;
  fields: Record<string, string>;
}

async function layersOfMap(): Promise<LayerMetadata[]> {
  const metadata = (await openMap().getMetadata()) as { vector_layers: LayerMetadata[] };
  return metadata.vector_layers;
}

const styleOf = (theme: ColourScheme) => baseStyle(theme, page, 'en');
const sourceLayerOf = (layer: LayerSpecification) =>
  'source-layer' in layer ? layer['source-layer'] : undefined;

/** Names in `['get', …]` and `['has', …]` anywhere in an expression. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) {
    const [operator, name] = value as unknown[];
    const own =
      (operator === 'get' || operator === 'has') && typeof name === 'string' ? [name] : [];
    return [...own, ...value.flatMap(fieldsIn)];
  }
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(fieldsIn) : [];
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(themes)('the %s base style', (theme) => {
  it('is valid', () => {
    expect(validateStyleMin(styleOf(theme))).toEqual([]);
  });

  it('draws only layers and fields that the bundled map has', async () => {
    const fields = new Map((await layersOfMap()).map((layer) => [layer.id, layer.fields]));
    for (const layer of styleOf(theme).layers) {
      const sourceLayer = sourceLayerOf(layer);
      if (sourceLayer === undefined) continue;
      expect(fields.has(sourceLayer), layer.id).toBe(true);
      for (const name of fieldsIn(layer)) {
        expect(Object.keys(fields.get(sourceLayer)!), layer.id).toContain(name);
      }
    }
  });

  it('uses each layer id once', () => {
    const ids = styleOf(theme).layers.map((layer) => layer.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no name below lowestLabelLayer and only names and dots above', () => {
    const layers = styleOf(theme).layers;
    const first = layers.findIndex((layer) => layer.id === lowestLabelLayer);
    const isName = (layer: LayerSpecification) =>
      layer.type === 'symbol' || layer.type === 'circle';
    expect(layers.slice(0, first).some(isName)).toBe(false);
    expect(layers.slice(first).every(isName)).toBe(true);
  });

  it('names seas in English only', () => {
    const seas = (locale: string) =>
      baseStyle(theme, page, locale).layers.filter((layer) => sourceLayerOf(layer) === 'sea');
    expect(seas('en-GB')).toHaveLength(1);
    expect(seas('de-DE')).toEqual([]);
  });

  it('loads nothing from outside the app', () => {
    const style = styleOf(theme);
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    const source = style.sources[baseMapSource] as { url: string };
    expect(source.url).toBe('pmtiles://app://waypost/assets/basemap/world.pmtiles');
    const files = Object.values(style['font-faces'] ?? {}).flatMap((face) =>
      typeof face === 'string' ? [face] : face.map(({ url }) => url),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatch(/^(app|file):\/\/.*\.woff2$/);
  });

  it('has a bundled face for every font of its layers', () => {
    const style = styleOf(theme);
    const used = style.layers.flatMap((layer) =>
      layer.type === 'symbol'
        ? (JSON.stringify(layer.layout?.['text-font']).match(/Noto Sans \w+/g) ?? [])
        : [],
    );
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(style['font-faces']).toHaveProperty([name]);
  });

  it('draws devices and towns with the subsets of the tables', () => {
    for (const name of [mapFont.regular, mapFont.semiBold]) {
      const face = styleOf(theme)['font-faces']?.[name];
      const drawn = (typeof face === 'string' ? [] : (face ?? [])).flatMap(
        (part) => part['unicode-range'] ?? [],
      );
      expect(drawn.toSorted()).toEqual(Object.values(ranges).join(',').split(',').toSorted());
    }
  });

  it('names stay legible and devices visible, on land and on water', () => {
    const palette = mapPalettes[theme];
    expect(contrast(palette.town, palette.land)).toBeGreaterThan(7);
    expect(contrast(palette.smallTown, palette.land)).toBeGreaterThan(4.5);
    expect(contrast(palette.country, palette.land)).toBeGreaterThan(3);
    expect(contrast(palette.sea, palette.water)).toBeGreaterThan(2.5);
    for (const state of deviceStates) {
      const { colour } = deviceStateLooks[state];
      expect(contrast(colour[theme], palette.land), state).toBeGreaterThan(4.5);
      expect(contrast(colour[theme], palette.water), state).toBeGreaterThan(3.5);
    }
  });
});

it('shows the attribution that the licences of the data require', () => {
  const source = styleOf('light').sources[baseMapSource] as { attribution: string };
  expect(source.attribution).toContain('Natural Earth');
  expect(source.attribution).toContain('GeoNames');
  expect(source.attribution).toContain('CC BY 4.0');
});

it('names countries in the language, each of those in the tiles', async () => {
  const textIn = (locale: string) => {
    const layer = baseStyle('light', page, locale).layers.find(({ id }) => id === 'country-name');
    return (layer as SymbolLayerSpecification).layout!['text-field'] as unknown[];
  };
  expect(textIn('en-GB')).toEqual(['get', 'name']);
  const german = textIn('de-DE');
  const nameOf = (inTiles: string) => german[german.indexOf(inTiles) + 1];
  expect(nameOf('Germany')).toBe('Deutschland');
  expect(nameOf("Côte d'Ivoire")).toBe('Côte d’Ivoire');
  expect(textIn('ar')).toContain('مصر');
  const cases = german.slice(2, -1) as string[];
  const inTable = new Set(cases.filter((_, index) => index % 2 === 0));
  const map = openMap();
  const corners = [0, 1, 2, 3].map((at) => [at % 2, Math.floor(at / 2)] as const);
  const tiles = await Promise.all(corners.map(([x, y]) => map.getZxy(1, x, y)));
  const world = tiles.map((tile) => Buffer.from(tile!.data).toString('utf8')).join('');
  for (const name of ['Canada', 'United States', 'Brazil', 'Russia', 'China', 'Australia']) {
    expect(world.includes(name)).toBe(true);
    expect(inTable).toContain(name);
  }
  expect(inTable.size).toBe(236);
});
