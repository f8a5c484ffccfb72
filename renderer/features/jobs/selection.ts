/** Which records were picked out, in any table, and where a range begins. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The record picked last; null: none. */
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** Ctrl+click, Space or the box: one more, or one less. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Shift: everything between the anchor and this one, in the order on screen, in addition. */
export function extended(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (to < 0) return selection;
  if (from < 0) return { ids: new Set([...selection.ids, id]), anchor: id };
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor };
}

/** Everything that the filters let through; what was picked before stays picked. */
export function allSelected(selection: Selection, order: readonly string[]): Selection {
  return { ids: new Set([...selection.ids, ...order]), anchor: selection.anchor };
}

/** Without what no longer exists; the same object where nothing is gone. */
export function retained(selection: Selection, exists: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(exists);
  if (ids.length === selection.ids.size) return selection;
  const { anchor } = selection;
  return { ids: new Set(ids), anchor: anchor !== null && exists(anchor) ? anchor : null };
}

/** How much of what is on screen is picked, for the box in the head. */
export function coverage(selection: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  let count = 0;
  for (const id of order) if (selection.ids.has(id)) count += 1;
  if (count === 0) return 'none';
  return count === order.length ? 'all' : 'some';
}
