import { keyedMapIds, styleMapId, type OnlineMapId } from '#shared/domain/keyed-map';
import { deepestZoom } from '#shared/domain/map-file';

/** A part of a map that the window asks for. It names numbers and fonts, never an address. */
export type PartRequest =
  | { id: OnlineMapId; part: 'style' }
  | {
      id: OnlineMapId;
      part: 'tiles' | 'glyphs' | 'sprite' | 'data';
      /** The number of the template. */
      at: number;
      /** The address of this part. */
      fill: (template: string) => string;
    };

const isId = (text: string | undefined): text is OnlineMapId =>
  text === styleMapId || (keyedMapIds as readonly (string | undefined)[]).includes(text);

/** Reads a path like `/online-maps/stadia/0/12/2130/1460`; null for any other. */
export function readRequest(pathname: string): PartRequest | null {
  const [, root, id, second, ...rest] = pathname.split('/');
  if (root !== 'online-maps' || !isId(id) || second === undefined) return null;
  if (second === 'style.json') return rest.length === 0 ? { id, part: 'style' } : null;
  if (!/^\d{1,3}$/.test(second)) return null;
  const common = { id, at: Number(second) };
  if (rest.join('/') === 'data.json')
    return { ...common, part: 'data', fill: (template) => template };
  const sprite = /^sprite(@2x)?\.(json|png)$/.exec(rest.join('/'));
  if (sprite) {
    const [, ratio = '', type] = sprite;
    return { ...common, part: 'sprite', fill: (template) => withEnding(template, ratio, type!) };
  }
  if (rest.length === 2) {
    const [stack, range] = rest as [string, string];
    if (!/^\d{1,7}-\d{1,7}$/.test(range)) return null;
    const font = decoded(stack);
    if (font === null || !/^[\p{L}\p{N} ,._()-]{1,300}$/u.test(font) || font.includes('..'))
      return null;
    return {
      ...common,
      part: 'glyphs',
      fill: (template) =>
        template.replace('{fontstack}', encodeURIComponent(font)).replace('{range}', range),
    };
  }
  if (rest.length !== 3 || !rest.every((each) => /^\d{1,8}$/.test(each))) return null;
  const [zoom, x, y] = rest.map(Number) as [number, number, number];
  const side = 2 ** zoom;
  if (zoom > deepestZoom || x >= side || y >= side) return null;
  return { ...common, part: 'tiles', fill: (template) => withTile(template, { zoom, x, y }) };
}

/** Half of the world's width in Web Mercator, in metres. */
const halfWorld = 20037508.342789244;

/** The placeholders of tiles that MapLibre knows; `{ratio}` is that of plain screens. */
function withTile(
  template: string,
  { zoom, x, y }: { zoom: number; x: number; y: number },
): string {
  const width = (2 * halfWorld) / 2 ** zoom;
  const west = x * width - halfWorld;
  const north = halfWorld - y * width;
  const quadkey = Array.from({ length: zoom }, (_, at) => {
    const bit = zoom - 1 - at;
    return ((x >> bit) & 1) + 2 * ((y >> bit) & 1);
  });
  const values: Record<string, string> = {
    z: String(zoom),
    x: String(x),
    y: String(y),
    ratio: '',
    prefix: (x % 16).toString(16) + (y % 16).toString(16),
    quadkey: quadkey.join(''),
    'bbox-epsg-3857': [west, north - width, west + width, north].join(','),
  };
  return template.replaceAll(/\{([\w-]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** `…/sprite?key=1` and `@2x`, `png` give `…/sprite@2x.png?key=1`. */
function withEnding(template: string, ratio: string, type: string): string {
  const at = template.indexOf('?');
  const [path, query] = at < 0 ? [template, ''] : [template.slice(0, at), template.slice(at)];
  return `${path}${ratio}.${type}${query}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
