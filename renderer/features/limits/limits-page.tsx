import { Button } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { LimitsEdit } from '#shared/domain/edit';
import { useWaits } from '#features/records';
import { ExportMenu } from '#features/exchange';
import { ActionBar, useSelection } from '#features/jobs';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { draftStore, SaveBar, useDrafts, useOpenedDraft, useStagedSaving } from '#features/drafts';
import { useNow } from '#lib/clock';
import { turned } from '#lib/in-order';
import { useFormat } from '#lib/use-format';
import { DataTable } from '#ui/data-table';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { focusGridInput } from '#ui/grid-input';
import { ListPage } from '#ui/list-page';
import { PageHead } from '#ui/page-head';
import { BulkLimits } from './bulk-limits';
import { useBoardDevices } from './devices';
import { limitColumns } from './limit-columns';
import {
  filterCounts,
  findLimitRows,
  limitFilters,
  limitRows,
  type LimitFilter,
  type LimitQuery,
  type LimitRow,
  type LimitSort,
} from './limit-rows';
import { limitsKey } from './limits-draft';
import { LimitsForm } from './limits-form';
import { LimitsNotice } from './limits-notice';
import { limitProblems } from './limit-problems';
import { NoDevices } from './no-devices';
import { stagedLimits } from './staged-limits';

const filterWords: Record<LimitFilter, string> = {
  all: 'All',
  willHit: 'Will hit a limit today',
  reached: 'Limit reached',
  changed: 'Unsaved',
};

const initialQuery: LimitQuery = {
  search: '',
  filter: 'all',
  sort: { column: 'name', descending: false },
};

const chosenFilters = limitFilters.filter((each) => each !== 'all');
const rowLabel = ({ label }: LimitRow) => label;

/** Every device with its daily limits and what went today; editable where it can be saved. */
export function LimitsPage() {
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const isWritable = useOpenSession()?.capabilities.writesLimits ?? false;
  const { devices, fault } = useBoardDevices();
  const allDrafts = useDrafts();
  const drafts = useMemo(
    () => [...allDrafts.values()].filter(({ kind }) => kind === 'limits'),
    [allDrafts],
  );
  const [query, setQuery] = useState(initialQuery);
  const search = useDeferredValue(query.search);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBulk, setBulk] = useState(false);
  const saving = useStagedSaving(stagedLimits);
  const waits = useWaits();

  const rows = useMemo(() => limitRows(devices ?? [], now, zone), [devices, now, zone]);
  const isChanged = useCallback((id: string) => allDrafts.has(limitsKey(id)), [allDrafts]);
  // Rows must not slip away under the fingers while they are edited.
  const changed = query.filter === 'changed' ? isChanged : never;
  const { filter, sort } = query;
  const found = useMemo(
    () => findLimitRows(rows, { search, filter, sort }, changed),
    [rows, search, filter, sort, changed],
  );
  const order = useMemo(() => found.map(({ id }) => id), [found]);
  const known = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const selection = useSelection(
    order,
    useCallback((id: string) => known.has(id), [known]),
  );
  const counts = useMemo(() => filterCounts(rows, isChanged), [rows, isChanged]);
  const ask = (part: Partial<LimitQuery>) => setQuery((before) => ({ ...before, ...part }));
  const open = useCallback((id: string) => {
    setSelectedId(id);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  useOpenedDraft(
    'limits',
    useCallback(
      (key: string) => {
        setQuery(initialQuery);
        open(key.replace(/^limits:/, ''));
      },
      [open],
    ),
  );
  const selectedIndex = selectedId === null ? -1 : order.indexOf(selectedId);
  const onStep = useCallback(
    (row: LimitRow, field: keyof LimitsEdit, step: 1 | -1) => {
      const next = order[order.indexOf(row.id) + step];
      if (next === undefined) return;
      setSelectedId(next);
      focusGridInput(`${field}:${next}`);
    },
    [order],
  );
  const { column: boxes } = selection;
  const columns = useMemo(
    () => [
      boxes(rowLabel),
      ...limitColumns({
        format,
        drafts: allDrafts,
        isWritable,
        selectedId,
        onOpen: open,
        onStep,
      }),
    ],
    [boxes, format, allDrafts, isWritable, selectedId, open, onStep],
  );
  const selected = isOpen && rows.find(({ id }) => id === selectedId);
  const problems = limitProblems(drafts, (id, field) => {
    setQuery((before) => ({ ...before, search: '', filter: 'all' }));
    open(id);
    focusGridInput(`${field}:${id}`, 'data-form-field');
  });
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Limits"
            search={{
              label: 'Search devices by name',
              placeholder: 'Search devices',
              value: query.search,
              onChange: (text) => ask({ search: text }),
            }}
            matches={`${format.count(found.length)} of ${format.count(rows.length)}`}
            actions={
              <ExportMenu
                what="devices"
                ids={() => order}
                filter={`limits board; ${filterWords[filter]}${search && `; search “${search}”`}`}
              />
            }
          />
        }
        filters={
          <FilterChips
            label="Devices to show"
            all={counts.all}
            chips={chosenFilters.map((id) => ({ id, word: filterWords[id], count: counts[id] }))}
            chosen={filter === 'all' ? null : filter}
            onChoose={(id) => ask({ filter: id ?? 'all' })}
          />
        }
        banner={
          <>
            {fault && <FaultNotice fault={fault} context="open" />}
            <LimitsNotice isWritable={isWritable} devices={devices} />
            {saving.notice}
            <ActionBar selection={selection} shown={found.length} noun="device">
              {isWritable && (
                <Button size="compact-xs" onClick={() => setBulk(true)}>
                  Set limits…
                </Button>
              )}
            </ActionBar>
          </>
        }
        list={
          <DataTable
            label="Limits"
            columns={columns}
            count={found.length}
            rowAt={(index) => found[index]}
            rowLabel={rowLabel}
            rowHeight={34}
            sort={query.sort}
            onSort={(column) => ask({ sort: turned(query.sort, column as LimitSort) })}
            selectedIndex={selectedIndex}
            selectedKey={selectedId}
            onSelect={(index) => setSelectedId(order[index] ?? null)}
            onEnter={(index) => order[index] !== undefined && open(order[index])}
            onEscape={close}
            marking={selection.marking}
            empty={<NoDevices devices={devices} rows={rows.length} />}
          />
        }
        detail={
          selected && (
            <LimitsForm
              key={selected.id}
              device={selected.device}
              isWritable={isWritable}
              zone={zone}
              onClose={close}
            />
          )
        }
        footer={
          <SaveBar
            changed={drafts.map(({ label }) => label)}
            problems={problems}
            saveLabel={drafts.length > 1 ? 'Review and save…' : 'Save'}
            isBusy={saving.isBusy}
            waits={waits}
            onSave={() => saving.ask(drafts)}
            onDiscard={() => drafts.forEach(({ key }) => draftStore.discard(key))}
          />
        }
      />
      {saving.dialogs}
      {isBulk && <BulkLimits ids={[...selection.ids]} onClose={() => setBulk(false)} />}
    </>
  );
}

const never = () => false;
