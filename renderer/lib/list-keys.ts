/** The selected index after a key in a list of `count` rows; null if the key does not move it. */
export function nextIndex(
  key: string,
  selected: number,
  count: number,
  page: number,
): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const step = Math.max(1, page);
  const to: Record<string, number> = {
    ArrowDown: selected + 1,
    ArrowUp: selected < 0 ? 0 : selected - 1,
    PageDown: Math.max(0, selected) + step,
    PageUp: selected - step,
    Home: 0,
    End: last,
  };
  const next = to[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}
