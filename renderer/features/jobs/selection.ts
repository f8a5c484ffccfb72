/** The selected records of a table, and the anchor of a range. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The last selected record; null if there is none. */
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** Ctrl+click, Space or the checkbox: toggles one record. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Shift: adds everything between the anchor and this record, in the order on screen. */
export function extended(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (to < 0) return selection;
  if (from < 0) return { ids: new Set([...selection.ids, id]), anchor: id };
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor };
}

/** Adds all filtered records. */
export function allSelected(selection: Selection, order: readonly string[]): Selection {
  return { ids: new Set([...selection.ids, ...order]), anchor: selection.anchor };
}

/** Removes records that no longer exist; returns the same object if there are none. */
export function retained(selection: Selection, exists: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(exists);
  if (ids.length === selection.ids.size) return selection;
  const { anchor } = selection;
  return { ids: new Set(ids), anchor: anchor !== null && exists(anchor) ? anchor : null };
}

/** How many of the shown records are selected, for the checkbox in the header. */
export function coverage(selection: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  let count = 0;
  for (const id of order) if (selection.ids.has(id)) count += 1;
  if (count === 0) return 'none';
  return count === order.length ? 'all' : 'some';
}
