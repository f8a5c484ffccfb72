/** How far what lies on the map covers it from each side, pixels. */
export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Elements on the map: buttons, panels, legend, the scale and the sources. */
const covering = '[data-covers-map], .maplibregl-ctrl';
/** For what covers more than this share of the map from every side, making room would gain nothing. */
const mostShare = 0.5;

/** What covers a map now. The elements are beside its container or in it. */
export function insetsOf(container: HTMLElement): Insets {
  const frame = container.parentElement ?? container;
  const rects = Array.from(frame.querySelectorAll(covering), (each) =>
    each.getBoundingClientRect(),
  );
  return insetsIn(container.getBoundingClientRect(), rects);
}

/** Each element covers the map from the side where that takes the fewest pixels. */
export function insetsIn(map: Rect, elements: readonly Rect[]): Insets {
  const insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  const [width, height] = [map.right - map.left, map.bottom - map.top];
  for (const { left, right, top, bottom } of elements) {
    const isOnMap = left < map.right && right > map.left && top < map.bottom && bottom > map.top;
    if (right <= left || bottom <= top || !isOnMap) continue;
    const sides = [
      { side: 'left', px: right - map.left, of: width },
      { side: 'right', px: map.right - left, of: width },
      { side: 'top', px: bottom - map.top, of: height },
      { side: 'bottom', px: map.bottom - top, of: height },
    ] as const;
    const [nearest] = sides
      .filter(({ px, of }) => px <= mostShare * of)
      .toSorted((a, b) => a.px - b.px);
    if (nearest) insets[nearest.side] = Math.max(insets[nearest.side], nearest.px);
  }
  return insets;
}
