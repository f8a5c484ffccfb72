import { validateStyleMin, type LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tileSchemas, type MapBounds, type MapFileFacts } from '#shared/domain/map-file';
import type { ColourScheme } from '#lib/device-state-look';
import { firstZoom, inDrawingOrder, withRegions, type MapRegion } from './regions';
import { loadStreetLayers } from './street-layers';
import { graticuleNameLayer, lowestLabelLayer, mapFont } from './style-names';
import { baseStyle } from './style';

const themes: readonly ColourScheme[] = ['light', 'dark'];
const page = 'app://waypost/index.html';
const facts = (part: Partial<MapFileFacts> = {}): MapFileFacts => ({
  container: 'pmtiles',
  bytes: 1,
  bounds: [7, 45, 8, 46],
  minZoom: 0,
  maxZoom: 14,
  schema: 'openmaptiles',
  tileSize: 512,
  hasSea: true,
  ignored: [],
  attribution: '© <Harbour> & sons',
  ...part,
});
const base = (theme: ColourScheme) => baseStyle(theme, page, 'en');
const idsOf = (layers: readonly LayerSpecification[]) => layers.map(({ id }) => id);

beforeEach(
  () => void vi.stubGlobal('window', { location: { origin: 'app://waypost', href: page } }),
);

describe.each(tileSchemas)('a region of the schema %s', (schema) => {
  it.each(themes)(
    'makes a valid style with our fonts and nothing from elsewhere, %s',
    async (theme) => {
      const layers = await loadStreetLayers(schema, 'de');
      const region: MapRegion = {
        id: 'a',
        revision: 1,
        language: 'de',
        facts: facts({ schema }),
        layers,
      };
      const style = withRegions(base(theme), [region], theme);
      expect(validateStyleMin(style)).toEqual([]);
      const fonts = style.layers.flatMap((layer) =>
        layer.type === 'symbol' && layer.id.startsWith('map-')
          ? [layer.layout?.['text-font'], layer.layout?.['icon-image']]
          : [],
      );
      const known = [[mapFont.regular], [mapFont.semiBold], undefined];
      for (const font of fonts) expect(known).toContainEqual(font);
      expect(JSON.stringify(style)).not.toMatch(/versatiles|https:\/\/tiles/);
      expect(style.sprite).toBeUndefined();
      expect(style.glyphs).toBeUndefined();
      // Streets above the bundled ground, names above everything.
      const ids = idsOf(style.layers);
      const ground = ids.indexOf('map-a-ground');
      expect(ground).toBeGreaterThan(ids.indexOf('border'));
      expect(ground).toBeGreaterThan(ids.indexOf(graticuleNameLayer));
      expect(ids.indexOf(lowestLabelLayer)).toBeGreaterThan(ground);
      expect(style.layers.at(-1)?.type).toBe('symbol');
    },
  );
});

describe('regions', () => {
  const picture = (id: string, bounds: MapBounds, maxZoom: number): MapRegion => ({
    id,
    revision: 1,
    language: 'de',
    facts: facts({ schema: null, bounds, maxZoom }),
    layers: null,
  });

  it('are drawn with detailed ones over coarse ones, and begin where the bundled map ends', () => {
    const world = picture('world', [-180, -85, 180, 85], 6);
    const city = picture('city', [7, 45, 8, 46], 15);
    const land = picture('land', [0, 40, 20, 50], 15);
    expect(inDrawingOrder([city, world, land]).map(({ id }) => id)).toEqual([
      'world',
      'land',
      'city',
    ]);
    expect(firstZoom(facts({ minZoom: 0, maxZoom: 14 }))).toBe(6);
    expect(firstZoom(facts({ minZoom: 10, maxZoom: 14 }))).toBe(10);
    expect(firstZoom(facts({ minZoom: 0, maxZoom: 4 }))).toBe(4);
  });

  it('leave the bundled style as it is where there are none', () => {
    const style = base('light');
    expect(withRegions(style, [], 'light')).toBe(style);
  });

  it('have another name for another revision, and sources as text', () => {
    const region = picture('a', [7, 45, 8, 46], 15);
    const style = withRegions(base('dark'), [region], 'dark');
    const next = withRegions(base('dark'), [{ ...region, revision: 2 }], 'dark');
    expect(next.name).not.toBe(style.name);
    expect(validateStyleMin(style)).toEqual([]);
    expect(style.sources['map-a']).toMatchObject({
      type: 'raster',
      bounds: [7, 45, 8, 46],
      tiles: ['app://waypost/maps/a/1/{z}/{x}/{y}'],
      attribution: '© &lt;Harbour&gt; &amp; sons',
    });
  });

  it('name towns in the language where the tiles have it, else as the place is called', async () => {
    const { light } = await loadStreetLayers('openmaptiles', 'de');
    const towns = light.filter(
      (layer) => 'source-layer' in layer && layer['source-layer'] === 'place',
    );
    expect(towns.length).toBeGreaterThan(0);
    for (const { layout } of towns) {
      const [, first, , ...others] = (layout as { 'text-field': unknown[] })['text-field'];
      expect(first).toEqual(['get', 'name:de']);
      expect(JSON.stringify(others)).toContain('["get","name"]');
    }
  });

  it('keep the bundled coast where a file has no sea', async () => {
    const layers = await loadStreetLayers('openmaptiles', 'de');
    const region: MapRegion = {
      id: 'a',
      revision: 1,
      language: 'de',
      facts: facts({ hasSea: false }),
      layers,
    };
    const style = withRegions(base('light'), [region], 'light');
    expect(idsOf(style.layers)).not.toContain('map-a-ground');
    expect(validateStyleMin(style)).toEqual([]);
  });
});
