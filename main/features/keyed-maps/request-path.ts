import { keyedMapIds, type KeyedMapId } from '#shared/domain/keyed-map';
import { deepestZoom } from '#shared/domain/map-file';

/** A part of a map that the window asks for. It names numbers and fonts, never an address. */
export type PartRequest =
  | { id: KeyedMapId; part: 'style' }
  | {
      id: KeyedMapId;
      part: 'tiles' | 'glyphs' | 'sprite';
      /** The number of the template. */
      at: number;
      /** The address of this part. */
      fill: (template: string) => string;
    };

const isId = (text: string | undefined): text is KeyedMapId =>
  (keyedMapIds as readonly (string | undefined)[]).includes(text);

/** Reads a path like `/keyed-maps/stadia/0/12/2130/1460`; null for any other. */
export function readRequest(pathname: string): PartRequest | null {
  const [, root, id, second, ...rest] = pathname.split('/');
  if (root !== 'keyed-maps' || !isId(id) || second === undefined) return null;
  if (second === 'style.json') return rest.length === 0 ? { id, part: 'style' } : null;
  if (!/^\d{1,3}$/.test(second)) return null;
  const common = { id, at: Number(second) };
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
  return {
    ...common,
    part: 'tiles',
    fill: (template) =>
      template
        .replaceAll('{z}', String(zoom))
        .replaceAll('{x}', String(x))
        .replaceAll('{y}', String(y)),
  };
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
