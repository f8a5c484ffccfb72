import { CloseButton, NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { deviceStates } from '#shared/domain/device-state';
import { ExportMenu } from '#ui/export-menu';
import { RefreshDevicesButton } from '#features/usage';
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { deviceStateLooks } from '#lib/device-state-look';
import { nextIndex } from '#lib/list-keys';
import { StateShapeIcon } from '#ui/state-badge';
import { viewMessages } from './fleet-texts';
import classes from './devices.module.css';
import { describeQuery, isCheckedState, isFiltered, needsChecks, partChecked } from './fleet-query';
import { useFleet, useFleetStore } from './fleet-store';
import { groupChoiceLabel, noGroupLabel, unknownGroup } from '#lib/known-text';
import { texts } from './fleet-texts';
import { useCallsPerMinute } from './refresh-fleet';
import { ViewMenu } from './view-menu';
import { ViewPicker } from './view-picker';
import { messages } from './fleet-texts';

/** Search, filters, the number of matches, layout and export. */
export function FleetToolbar() {
  return (
    <div className={classes.toolbar} role="search">
      <div className={classes.tools}>
        <ViewPicker />
        <SearchBox />
        <Matches />
        <StateFilter />
        <GroupFilter />
        <AgeFilter />
        <ViewMenu />
        <ExportFleet />
      </div>
    </div>
  );
}

/** Refreshes what the filters show. */
export function RefreshShown() {
  const { client } = useFleetStore();
  const matched = useFleet(({ view }) => view?.matched ?? 0);
  const hasFilter = useFleet(({ query }) => isFiltered(query));
  return (
    <RefreshDevicesButton
      devices={matched}
      callsPerMinute={useCallsPerMinute()}
      isWholeFleet={!hasFilter}
      ids={() => client.ids()}
    />
  );
}

const noView = { groups: [], checked: 0, total: 0 };

function ExportFleet() {
  const store = useFleetStore();
  const format = useFormat();
  // Read when a file is written, so that typing in the search does not render the menu.
  const filter = () => {
    const { query, view } = store.getState();
    return describeQuery(query, view ?? noView, format);
  };
  const isOpen = useFleet(({ isExportOpen }) => isExportOpen);
  return (
    <ExportMenu
      what="devices"
      ids={() => store.client.ids()}
      filter={filter}
      opened={isOpen}
      onChange={store.setExportOpen}
    />
  );
}

function SearchBox() {
  const { units } = useFormat();
  const store = useFleetStore();
  const search = useFleet(({ query }) => query.search);
  const box = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  /** With the arrow keys, since the text changed: Enter opens that device, not the best match. */
  const hasMoved = useRef(false);

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'f')
        return;
      event.preventDefault();
      window.location.hash = '#/fleet';
      focusedBefore.current = document.activeElement;
      const select = () => box.current?.select();
      // Another page is replaced first; otherwise at once, for what is typed before the next frame.
      if (box.current?.checkVisibility()) select();
      else requestAnimationFrame(select);
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
      if (hasMoved.current && index >= 0) void store.selectRow(index, true);
      else void store.openBest();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = nextIndex(event.key, index, view?.rows ?? 0, 1);
      hasMoved.current = true;
      if (next !== null) void store.selectRow(next, false);
    }
  };
  return (
    <TextInput
      ref={box}
      type="search"
      size="xs"
      className={classes.search}
      aria-label={commonTexts.searchDevices}
      placeholder={commonTexts.searchDevices}
      title={viewMessages.searchHint({ unit: units.distance })}
      value={search}
      onChange={(event) => {
        hasMoved.current = false;
        store.ask({ search: event.currentTarget.value });
      }}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        search && (
          <CloseButton
            size="xs"
            aria-label={texts.clearTheSearch}
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
  const isListed = useFleet(({ view }) => view?.isListed ?? false);
  const checked = useFleet((state) => (needsChecks(state.query) ? partChecked(state) : null));
  const { count, counted } = useFormat();
  // A list that has not arrived is not an empty one.
  if (total === 0 && !isListed) return <span className={classes.matches} aria-live="polite" />;
  return (
    <span className={classes.matches} aria-live="polite">
      {!isListed && messages.listNotComplete(counted(total, 'device'))}
      {checked !== null
        ? messages.ofChecked(count(matched), count(checked))
        : isPart
          ? messages.matchedOfTotal(count(matched), count(total))
          : messages.matchedShown(count(matched))}
    </span>
  );
}

/** What a search "near …" was understood as. */
export function NearNote() {
  const near = useFleet(({ view }) => view?.near);
  const { distance } = useFormat();
  if (!near) return null;
  const { asked, centre, metres } = near;
  return (
    <span className={classes.matches} aria-live="polite">
      {centre
        ? messages.withinOfTown(distance(metres), centre.town, centre.country)
        : messages.noTownNamed(asked)}
    </span>
  );
}

function StateFilter() {
  const store = useFleetStore();
  const chosen = useFleet(({ query }) => query.states);
  const counts = useFleet(useShallow(({ view }) => view?.counts));
  const checked = useFleet(partChecked);
  const { count } = useFormat();
  if (!counts) return null;
  return (
    <div className={classes.states} role="group" aria-label={commonTexts.state}>
      {deviceStates
        .filter((state) => counts[state] > 0 || chosen.includes(state))
        .map((state) => {
          const { word, meaning } = deviceStateLooks[state];
          const n = count(counts[state]);
          const of = checked !== null && isCheckedState(state) ? count(checked) : null;
          return (
            <UnstyledButton
              key={state}
              className={classes.chip}
              aria-pressed={chosen.includes(state)}
              aria-label={of === null ? undefined : messages.stateOfChecked(word, n, of)}
              title={messages.stateMeaning(word, meaning)}
              onClick={() => store.toggleState(state)}
            >
              <StateShapeIcon state={state} size={12} />
              <span className={classes.chipWord}>{word}</span>
              <span className={classes.chipCount}>
                {of === null ? n : messages.matchedOfTotal(n, of)}
              </span>
            </UnstyledButton>
          );
        })}
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
      aria-label={commonTexts.group}
      value={group ?? ''}
      data={[
        { value: '', label: texts.allGroups },
        ...known.map((each) => ({ value: each.id, label: groupChoiceLabel(each, count) })),
        ...(noGroup === null
          ? [{ value: 'none', label: texts.groupsNotLoaded, disabled: group !== 'none' }]
          : [{ value: 'none', label: noGroup }]),
        ...(isUnknown ? [{ value: group, label: unknownGroup }] : []),
      ]}
      onChange={(event) => store.ask({ group: event.currentTarget.value || null })}
    />
  );
}

const hour = 3_600_000;
const ages = [
  { value: '', label: texts.anyAge },
  { value: String(hour), label: texts.olderThan1H },
  { value: String(24 * hour), label: texts.olderThan24H },
  { value: String(7 * 24 * hour), label: texts.olderThan7D },
];

function AgeFilter() {
  const store = useFleetStore();
  const olderThanMs = useFleet(({ query }) => query.olderThanMs);
  return (
    <NativeSelect
      size="xs"
      className={classes.select}
      aria-label={texts.ageOfTheLastReport}
      value={olderThanMs === null ? '' : String(olderThanMs)}
      data={ages}
      onChange={(event) => store.ask({ olderThanMs: Number(event.currentTarget.value) || null })}
    />
  );
}
