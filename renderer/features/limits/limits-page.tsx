import { Button, CloseButton, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { LimitsEdit } from '#shared/domain/edit';
import { ActionBar, ExportMenu, useSelection } from '#features/bulk';
import { useOpenSession } from '#features/connect';
import { draftBook, SaveBar, useDrafts, useOpenedDraft } from '#features/drafts';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { BulkLimits } from './bulk-limits';
import { useAccountZone, useBoardDevices } from './devices';
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
import classes from './limits.module.css';
import { SavedNotice } from './saved-notice';
import { limitProblems } from './limit-problems';
import { useSaving } from './use-saving';
import { useWaits } from './use-waits';

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
  const saving = useSaving();
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
      focusField(field, next);
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
    focusField(field, id, true);
  });
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>Limits</h1>
        <TextInput
          type="search"
          size="xs"
          className={classes.search}
          aria-label="Search devices by name"
          placeholder="Search devices"
          value={query.search}
          onChange={(event) => ask({ search: event.currentTarget.value })}
          onKeyDown={(event) => event.key === 'Escape' && ask({ search: '' })}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            query.search && (
              <CloseButton
                size="xs"
                aria-label="Clear the search"
                onClick={() => ask({ search: '' })}
              />
            )
          }
          autoComplete="off"
          spellCheck={false}
        />
        <span className={classes.matches} aria-live="polite">
          {format.count(found.length)} of {format.count(rows.length)}
        </span>
        <div className={classes.chips} role="group" aria-label="Devices to show">
          {limitFilters.map((each) => (
            <UnstyledButton
              key={each}
              className={classes.chip}
              aria-pressed={query.filter === each}
              onClick={() => ask({ filter: each })}
            >
              {filterWords[each]}{' '}
              <span className={classes.quiet}>{format.count(counts[each])}</span>
            </UnstyledButton>
          ))}
        </div>
        <span className={classes.pushed}>
          <ExportMenu
            what="devices"
            ids={() => order}
            filter={`limits board; ${filterWords[filter]}${search && `; search “${search}”`}`}
          />
        </span>
      </div>
      {fault && <FaultNotice fault={fault} context="open" />}
      <LimitsNotice isWritable={isWritable} devices={devices} />
      {saving.result && <SavedNotice result={saving.result} onDismiss={saving.dismiss} />}
      <ActionBar selection={selection} shown={found.length} noun="device">
        {isWritable && (
          <Button size="compact-xs" onClick={() => setBulk(true)}>
            Set limits…
          </Button>
        )}
      </ActionBar>
      <div className={classes.work}>
        <div className={classes.list}>
          <DataTable
            label="Limits"
            columns={columns}
            count={found.length}
            rowAt={(index) => found[index]}
            rowLabel={rowLabel}
            rowHeight={34}
            sort={query.sort}
            onSort={(column) =>
              ask({
                sort: {
                  column: column as LimitSort,
                  descending: query.sort.column === column && !query.sort.descending,
                },
              })
            }
            selectedIndex={selectedIndex}
            selectedKey={selectedId}
            onSelect={(index) => setSelectedId(order[index] ?? null)}
            onEnter={(index) => order[index] !== undefined && open(order[index])}
            onEscape={close}
            marking={selection.marking}
            empty={
              <EmptyList>
                {devices === null
                  ? 'Waiting for the devices…'
                  : rows.length === 0
                    ? 'This account has no devices yet.'
                    : 'No device fits the search and the filter.'}
              </EmptyList>
            }
          />
        </div>
        {selected && (
          <LimitsForm
            key={selected.id}
            device={selected.device}
            isWritable={isWritable}
            zone={zone}
            onClose={close}
          />
        )}
      </div>
      <SaveBar
        changed={drafts.map(({ label }) => label)}
        problems={problems}
        saveLabel={drafts.length > 1 ? 'Review and save…' : 'Save'}
        isBusy={saving.isBusy}
        waits={waits}
        onSave={() => saving.ask(drafts)}
        onDiscard={() => drafts.forEach(({ key }) => draftBook.discard(key))}
      />
      {saving.dialogs}
      {isBulk && <BulkLimits ids={[...selection.ids]} onClose={() => setBulk(false)} />}
    </div>
  );
}

const never = () => false;

/** Focuses a field once it is drawn: in the form where it is open, else in the table. */
function focusField(field: string, id: string, inForm = false): void {
  const name = CSS.escape(`${field}:${id}`);
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const attribute = inForm ? 'data-form-field' : 'data-field';
      const found = document.querySelector<HTMLInputElement>(`[${attribute}="${name}"]`);
      found?.focus();
      found?.select();
    }),
  );
}
