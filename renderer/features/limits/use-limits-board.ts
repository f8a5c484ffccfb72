import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Device } from '#shared/domain/device';
import type { LimitsEdit } from '#shared/domain/edit';
import { useAccountZone } from '#features/settings';
import { useDrafts, useOpenedDraft } from '#features/edits';
import { useOpenSession } from '#features/session';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { focusGridInput } from '#ui/grid-input';
import { useSelection } from '#ui/selection';
import { useBoardDevices } from './board-devices';
import { limitColumns } from './limit-columns';
import {
  filterCounts,
  findLimitRows,
  limitRows,
  type LimitQuery,
  type LimitRow,
} from './limit-rows';
import { limitProblems, limitsKey } from './limits-draft';

const initialQuery: LimitQuery = {
  search: '',
  filter: 'all',
  sort: { column: 'name', descending: false },
};
const rowLabel = ({ label }: LimitRow) => label;
const never = () => false;

/** The state of the limits page: query, rows, selection, drafts and the open device. */
export function useLimitsBoard() {
  const format = useFormat();
  const { zone } = useAccountZone();
  const isWritable = useOpenSession()?.capabilities.writesLimits ?? false;
  const { devices, fault } = useBoardDevices();
  const allDrafts = useDrafts();
  const drafts = useMemo(
    () => [...allDrafts.values()].filter(({ kind }) => kind === 'limits'),
    [allDrafts],
  );
  const { query, setQuery, changeQuery, rows, found, counts } = useLimitRows(devices, allDrafts);
  const order = useMemo(() => found.map(({ id }) => id), [found]);
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const selection = useSelection(
    order,
    useCallback((id: string) => ids.has(id), [ids]),
  );
  const current = useCurrentDevice(order);
  const { currentId, open, onStep } = current;
  useOpenedDraft(
    'limits',
    useCallback(
      (key: string) => {
        setQuery(initialQuery);
        open(key.replace(/^limits:/, ''));
      },
      [open, setQuery],
    ),
  );
  const { column: boxes } = selection;
  const columns = useMemo(
    () => [
      boxes(rowLabel),
      ...limitColumns({
        format,
        drafts: allDrafts,
        isWritable,
        selectedId: currentId,
        onOpen: open,
        onStep,
      }),
    ],
    [boxes, format, allDrafts, isWritable, currentId, open, onStep],
  );
  const problems = limitProblems(drafts, (id, field) => {
    setQuery((before) => ({ ...before, search: '', filter: 'all' }));
    open(id);
    focusGridInput(`${field}:${id}`, 'data-form-field');
  });
  return {
    zone,
    isWritable,
    devices,
    asOf: useMemo(() => oldestAnswer(devices ?? []), [devices]),
    fault,
    drafts,
    problems,
    query,
    changeQuery,
    rows,
    found,
    counts,
    order,
    selection,
    columns,
    rowLabel,
    ...current,
  };
}

export type LimitsBoard = ReturnType<typeof useLimitsBoard>;

/** Since when every counter on the page is known at least; null: not recorded, or no device. */
function oldestAnswer(devices: readonly Device[]): number | null {
  let oldest = Infinity;
  for (const { receivedAt, unlistedAt } of devices) {
    if (unlistedAt === null) oldest = Math.min(oldest, receivedAt ?? 0);
  }
  return oldest > 0 && Number.isFinite(oldest) ? oldest : null;
}

/** The rows of the page, and those that match the query. */
function useLimitRows(
  devices: ReturnType<typeof useBoardDevices>['devices'],
  drafts: ReturnType<typeof useDrafts>,
) {
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const [query, setQuery] = useState(initialQuery);
  const search = useDeferredValue(query.search);
  const { filter, sort } = query;
  const rows = useMemo(() => limitRows(devices ?? [], now, zone), [devices, now, zone]);
  const isChanged = useCallback((id: string) => drafts.has(limitsKey(id)), [drafts]);
  // With another filter, rows must not disappear while the user types in them.
  const matchesChanged = filter === 'changed' ? isChanged : never;
  const found = useMemo(
    () => findLimitRows(rows, { search, filter, sort }, matchesChanged),
    [rows, search, filter, sort, matchesChanged],
  );
  const counts = useMemo(() => filterCounts(rows, isChanged), [rows, isChanged]);
  const changeQuery = (part: Partial<LimitQuery>) => setQuery((before) => ({ ...before, ...part }));
  return { query, setQuery, changeQuery, rows, found, counts };
}

/** The current row, and whether its details are open. */
function useCurrentDevice(order: readonly string[]) {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback((id: string) => {
    setCurrentId(id);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const onStep = useCallback(
    (row: LimitRow, field: keyof LimitsEdit, step: 1 | -1) => {
      const next = order[order.indexOf(row.id) + step];
      if (next === undefined) return;
      setCurrentId(next);
      focusGridInput(`${field}:${next}`);
    },
    [order],
  );
  return { currentId, setCurrentId, isOpen, open, close, onStep };
}
