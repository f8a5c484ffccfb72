import {
  deepestZoom,
  type MapBounds,
  type MapFileFacts,
  type MapFileStatement,
  type TileSchema,
} from '#shared/domain/map-file';
import type { Container, Statements, TileArea, TilePlace, Zooms } from './container';
import {
  boundsOfTiles,
  common,
  countOf,
  finestArea,
  tilesOfBounds,
  usableBounds,
} from './map-area';
import { lookAtTiles, type SeenTiles } from './map-samples';
import { attributionText } from './map-text';
import { contentOf } from './tile-content';
import { hasSea } from './vector-layers';

/** A map file that is open for reading. */
export interface MapReader {
  readonly facts: MapFileFacts;
  /** An unpacked tile; null if the file has none there, or one of another kind than its others. */
  tile(zoom: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** Reads what is in a file. Its tiles decide; what it states is used where they do not contradict it. */
export async function readMap(container: Container): Promise<MapReader> {
  const zooms = await container.zooms();
  const seen = await lookAtTiles(container, zooms);
  const tile: MapReader['tile'] = async (zoom, x, y) => {
    const stored = await container.tile({ zoom, x, y });
    const content = stored && contentOf(stored);
    return content?.kind === seen.kind ? content.bytes : null;
  };
  const { bounds, isStated } = await boundsOf(container, zooms);
  return {
    facts: {
      container: container.kind,
      bytes: container.bytes,
      bounds,
      ...zooms,
      ...(await drawingOf(container.stated, seen, () => drawsSea({ bounds, zooms, tile }))),
      ignored: [...ignoredIn(container, seen, zooms, isStated)],
    },
    tile,
    close: () => container.close(),
  };
}

/** Who has to be named for data in these schemas when a file does not say it. */
const usualSource: Record<TileSchema, string> = {
  openmaptiles: '© OpenMapTiles © OpenStreetMap contributors',
  protomaps: '© OpenStreetMap contributors',
  shortbread: '© OpenStreetMap contributors',
};

type Drawing = Pick<MapFileFacts, 'schema' | 'tileSize' | 'hasSea' | 'attribution'>;

async function drawingOf(
  stated: Statements,
  seen: SeenTiles,
  lookForSea: () => Promise<boolean>,
): Promise<Drawing> {
  const attribution = attributionText(stated.attribution);
  if (seen.kind === 'picture') {
    return { schema: null, tileSize: seen.side > 256 ? 512 : 256, hasSea: true, attribution };
  }
  const { schema } = seen;
  return {
    schema,
    tileSize: 512,
    hasSea: await lookForSea(),
    attribution: attribution || usualSource[schema],
  };
}

function* ignoredIn(
  { stated, isFlipped }: Container,
  seen: SeenTiles,
  { minZoom, maxZoom }: Zooms,
  areBoundsStated: boolean,
): Generator<MapFileStatement> {
  const { format, packing, bounds, zooms, metadata } = stated;
  if (format !== null && format !== seen.kind) yield 'format';
  if (packing !== null && packing !== seen.packing) yield 'compression';
  if (bounds !== null && !areBoundsStated) yield 'bounds';
  if (zooms !== null && (zooms.min !== minZoom || Math.min(zooms.max, deepestZoom) !== maxZoom)) {
    yield 'zoom';
  }
  if (isFlipped) yield 'rows';
  if (metadata === 'unreadable') yield 'metadata';
}

/** From this zoom on a map is drawn; its tiles there show where it has any. */
const firstDrawnZoom = 6;
const world: MapBounds = [-180, -85.0511, 180, 85.0511];

/** The stated area if the tiles are there, else that of the tiles. */
async function boundsOf(
  container: Container,
  zooms: Zooms,
): Promise<{ bounds: MapBounds; isStated: boolean }> {
  const stated = usableBounds(container.stated.bounds ?? []);
  const finest = await finestArea(container, zooms);
  if (!finest) return { bounds: stated ?? world, isStated: stated !== null };
  const found = usableBounds(boundsOfTiles(finest.zoom, finest.area)) ?? world;
  const both = stated && common(stated, found);
  // Less than a small part of one tile is no area.
  const least = 360 / 2 ** zooms.maxZoom / 64;
  if (!both || both[2] - both[0] < least || both[3] - both[1] < least / 4) {
    return { bounds: found, isStated: false };
  }
  const zoom = Math.min(Math.max(zooms.minZoom, firstDrawnZoom), zooms.maxZoom);
  const drawn = await container.areaAt(zoom);
  const isWhole = drawn === null || isAbout(drawn, tilesOfBounds(zoom, stated));
  return { bounds: isWhole ? stated : both, isStated: true };
}

/** Whether each edge is at most one tile away: programs differ in what they count to an edge. */
const isAbout = (a: TileArea, b: TileArea) =>
  (['left', 'right', 'top', 'bottom'] as const).every((edge) => Math.abs(a[edge] - b[edge]) <= 1);

/** The most tiles that are looked at for the sea. */
const overviewTiles = 4;

async function drawsSea({
  bounds,
  zooms,
  tile,
}: {
  bounds: MapBounds;
  zooms: Zooms;
  tile: MapReader['tile'];
}): Promise<boolean> {
  let places: TilePlace[] = [];
  for (let zoom = zooms.minZoom; zoom <= Math.min(zooms.maxZoom, 12); zoom += 1) {
    const area = tilesOfBounds(zoom, bounds);
    if (countOf(area) > overviewTiles) break;
    places = [...placesIn(zoom, area)];
  }
  for (const { zoom, x, y } of places) {
    try {
      const bytes = await tile(zoom, x, y);
      if (bytes && hasSea(bytes)) return true;
    } catch {
      // One tile that cannot be read is a gap, not a reason to refuse the map.
    }
  }
  return false;
}

function* placesIn(zoom: number, { left, right, top, bottom }: TileArea): Generator<TilePlace> {
  for (let x = left; x <= right; x += 1) {
    for (let y = top; y <= bottom; y += 1) yield { zoom, x, y };
  }
}
