import { deviceStates } from '#shared/domain/device-state';
import type { FleetFilter, SavedView } from '#shared/domain/view-state';
import { attentionKinds, initialQuery, sortColumns, type FleetQuery } from '#engines/fleet';
import { columnChoiceSchema, defaultColumns, type ColumnChoice } from './column-choice';

/** What a saved view keeps. */
export interface ViewContent {
  query: FleetQuery;
  columns: ColumnChoice;
}

/** The page without a filter, in the order and with the columns of a new installation. */
export const allDevices: ViewContent = { query: initialQuery, columns: defaultColumns };

const known = <T extends string>(values: readonly T[], name: string | null): T | null =>
  values.find((value) => value === name) ?? null;

/** A stored filter and order; what this version does not know is left out. */
export function queryOf({ search, states, group, ...filter }: FleetFilter): FleetQuery {
  const column = known(sortColumns, filter.sort.column);
  return {
    search,
    states: deviceStates.filter((state) => states.includes(state)),
    group,
    olderThanMs: filter.olderThanMs,
    attention: known(attentionKinds, filter.attention),
    sort: column ? { column, descending: filter.sort.descending } : initialQuery.sort,
  };
}

/** A filter and order to store. */
export function filterOf(query: FleetQuery): FleetFilter {
  const { search, states, group, olderThanMs, attention = null, sort } = query;
  return { search: search.trim(), states: [...states], group, olderThanMs, attention, sort };
}

/** The filter, order and columns of a view. */
export function contentOf(view: SavedView): ViewContent {
  const columns = columnChoiceSchema.catch(defaultColumns).parse(view.columns);
  return { query: queryOf(view), columns };
}

/** A view of what the page shows now. */
export function viewOf(id: string, name: string, { query, columns }: ViewContent): SavedView {
  return {
    id,
    name: name.trim(),
    ...filterOf(query),
    columns: { shown: [...columns.shown], widths: columns.widths },
  };
}

/** Whether the page shows exactly what a view keeps. */
export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  return textOf(one) === textOf(other);
}

/** Independent of the order in which states were chosen and widths were set. */
function textOf({ query, columns }: ViewContent): string {
  const { search, states, group, olderThanMs, attention = null, sort } = query;
  const widths = Object.entries(columns.widths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    search.trim(),
    states.toSorted(),
    group,
    olderThanMs,
    attention,
    sort.column,
    sort.descending,
    columns.shown,
    widths,
  ]);
}
