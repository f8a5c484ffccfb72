import { Button, CloseButton, NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { deviceStates } from '#shared/domain/device-state';
import { ExportMenu } from '#features/exchange';
import { useFormat } from '#lib/use-format';
import { deviceStateLooks } from '#lib/device-state-look';
import { nextIndex } from '#lib/list-keys';
import { StateShapeIcon } from '#ui/state-badge';
import classes from './devices.module.css';
import { describeQuery, isFiltered } from './fleet-query';
import { useFleet, useFleetStore } from './fleet-store';
import { noGroupLabel } from '#lib/group-text';
import { ViewMenu } from './view-menu';

/** Search, filters, the number of matches, layout and export. */
export function FleetToolbar() {
  const store = useFleetStore();
  const hasFilter = useFleet(({ query }) => isFiltered(query));
  return (
    <div className={classes.toolbar} role="search">
      <SearchBox />
      <Matches />
      <StateFilter />
      <GroupFilter />
      <AgeFilter />
      {hasFilter && (
        <Button
          size="xs"
          variant="light"
          leftSection={<IconFilterOff size={14} aria-hidden />}
          onClick={store.clearFilters}
        >
          Clear filters
        </Button>
      )}
      <ViewMenu />
      <ExportFleet />
    </div>
  );
}

function ExportFleet() {
  const store = useFleetStore();
  const filter = useFleet(({ query, view }) => describeQuery(query, view?.groups ?? []));
  return <ExportMenu what="devices" ids={() => store.client.ids()} filter={filter} />;
}

function SearchBox() {
  const store = useFleetStore();
  const search = useFleet(({ query }) => query.search);
  const box = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<Element | null>(null);

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'f')
        return;
      event.preventDefault();
      window.location.hash = '#/fleet';
      focusedBefore.current = document.activeElement;
      // The fleet page may not be shown yet.
      requestAnimationFrame(() => box.current?.select());
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const leave = () => {
    box.current?.blur();
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    focusedBefore.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { view, selected, query } = store.getState();
    const index = selected?.index ?? -1;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (query.search) store.ask({ search: '' });
      else leave();
    } else if (event.key === 'Enter') {
      if (view && view.matched > 0) void store.selectRow(Math.max(0, index), true);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = nextIndex(event.key, index, view?.matched ?? 0, 1);
      if (next !== null) void store.selectRow(next, false);
    }
  };
  return (
    <TextInput
      ref={box}
      type="search"
      size="xs"
      className={classes.search}
      aria-label="Search devices"
      placeholder="Search devices"
      title="Name, description, phone, id, tags (Ctrl+F)"
      value={search}
      onChange={(event) => store.ask({ search: event.currentTarget.value })}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        search && (
          <CloseButton
            size="xs"
            aria-label="Clear the search"
            onClick={() => {
              store.ask({ search: '' });
              box.current?.focus();
            }}
          />
        )
      }
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function Matches() {
  const matched = useFleet(({ view }) => view?.matchedListed ?? 0);
  const total = useFleet(({ view }) => view?.total ?? 0);
  // Devices no longer listed are not part of the total.
  const isPart = useFleet(({ query }) => !query.states.includes('unlisted'));
  const { count } = useFormat();
  return (
    <span className={classes.matches} aria-live="polite">
      {isPart ? `${count(matched)} of ${count(total)}` : `${count(matched)} shown`}
    </span>
  );
}

function StateFilter() {
  const store = useFleetStore();
  const chosen = useFleet(({ query }) => query.states);
  const counts = useFleet(useShallow(({ view }) => view?.counts));
  const { count } = useFormat();
  if (!counts) return null;
  return (
    <div className={classes.states} role="group" aria-label="State">
      {deviceStates
        .filter((state) => counts[state] > 0 || chosen.includes(state))
        .map((state) => (
          <UnstyledButton
            key={state}
            className={classes.chip}
            aria-pressed={chosen.includes(state)}
            title={deviceStateLooks[state].meaning}
            onClick={() => store.toggleState(state)}
          >
            <StateShapeIcon state={state} size={12} />
            <span>{deviceStateLooks[state].word}</span>
            <span className={classes.chipCount}>{count(counts[state])}</span>
          </UnstyledButton>
        ))}
    </div>
  );
}

function GroupFilter() {
  const store = useFleetStore();
  const group = useFleet(({ query }) => query.group);
  const groups = useFleet(({ view }) => view?.groups);
  const { count } = useFormat();
  const known = groups ?? [];
  const gap = useFleet(({ view }) => view?.groupGap) ?? null;
  const noGroup = noGroupLabel(gap);
  const isUnknown = group !== null && group !== 'none' && !known.some(({ id }) => id === group);
  return (
    <NativeSelect
      size="xs"
      className={classes.select}
      aria-label="Group"
      value={group ?? ''}
      data={[
        { value: '', label: 'All groups' },
        ...known.map(({ id, name, count: members }) => ({
          value: id,
          label: `${name} (${count(members)})`,
        })),
        ...(noGroup === null
          ? [{ value: 'none', label: 'Groups not loaded', disabled: group !== 'none' }]
          : [{ value: 'none', label: noGroup }]),
        ...(isUnknown ? [{ value: group, label: 'Unknown group' }] : []),
      ]}
      onChange={(event) => store.ask({ group: event.currentTarget.value || null })}
    />
  );
}

const hour = 3_600_000;
const ages = [
  { value: '', label: 'Any age' },
  { value: String(hour), label: 'Older than 1 h' },
  { value: String(24 * hour), label: 'Older than 24 h' },
  { value: String(7 * 24 * hour), label: 'Older than 7 d' },
];

function AgeFilter() {
  const store = useFleetStore();
  const olderThanMs = useFleet(({ query }) => query.olderThanMs);
  return (
    <NativeSelect
      size="xs"
      className={classes.select}
      aria-label="Age of the last report"
      value={olderThanMs === null ? '' : String(olderThanMs)}
      data={ages}
      onChange={(event) => store.ask({ olderThanMs: Number(event.currentTarget.value) || null })}
    />
  );
}
