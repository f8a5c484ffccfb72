import { CloseButton, Menu, SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconFilterOff,
  IconLayoutSidebar,
  IconMap,
  IconSearch,
  IconTable,
  type IconProps,
} from '@tabler/icons-react';
import { useEffect, useRef, type ComponentType, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { SortColumn } from '#engines/fleet';
import type { PlainKey } from '#shared/i18n/translate';
import { nextIndex } from '#lib/list-keys';
import { isShortcut, shortcutText } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import { ExportMenu } from '#ui/export-menu';
import { IconButton } from '#ui/icon-button';
import { fleetColumns } from './device-table';
import {
  describeQuery,
  isFiltered,
  needsChecks,
  partChecked,
  StateChips,
  toolbarFilters,
} from './filters';
import { shownLayout, useFleet, useFleetStore } from './fleet-store';
import classes from './fleet.module.css';
import {
  defaultColumns,
  fixedColumns,
  fleetLayouts,
  toggledColumn,
  type FleetLayout,
} from './layout';
import { RefreshShown } from './refresh-fleet';
import { ViewPicker } from './saved-views';

/** Search, filters, the number of matches, layout and export. */
export function FleetToolbar({ onFind }: SearchBoxProps) {
  return (
    <div className={classes.toolbar} role="search">
      <div className={classes.find}>
        <SearchBox onFind={onFind} />
        <LayoutSwitch />
        <ViewMenu />
        <ExportFleet />
        <RefreshShown />
      </div>
      <div className={classes.tools}>
        <ViewPicker />
        <Matches />
        {toolbarFilters.map(([name, Control]) => (
          <Control key={name} />
        ))}
        <ClearFilters />
      </div>
    </div>
  );
}

interface SearchBoxProps {
  /** Puts the search on screen if it is not. */
  onFind: () => void;
}

function SearchBox({ onFind }: SearchBoxProps) {
  const format = useFormat();
  const { t } = format;
  const store = useFleetStore();
  const search = useFleet(({ query }) => query.search);
  const box = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  /** With the arrow keys, since the text changed: Enter opens that device, not the best match. */
  const hasMoved = useRef(false);

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event, 'searchDevices')) return;
      event.preventDefault();
      window.location.hash = '#/fleet';
      focusedBefore.current = document.activeElement;
      flushSync(onFind);
      const select = () => box.current?.select();
      // Another page is replaced first; otherwise at once, for what is typed before the next frame.
      if (box.current?.checkVisibility()) select();
      else requestAnimationFrame(select);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onFind]);

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
      aria-label={t('common.searchDevices')}
      placeholder={t('common.searchDevices')}
      title={t('fleet.search.hint', {
        unit: format.unitName(format.units.distance),
        keys: shortcutText('searchDevices', format),
      })}
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
            aria-label={t('fleet.search.clear')}
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
  const { t } = useFormat();
  const text = () => {
    // A list that has not arrived is not an empty one.
    if (!isListed) return null;
    if (checked !== null) return t('fleet.matches.checked', { matched, checked });
    return isPart
      ? t('fleet.matches.all', { matched, total })
      : t('fleet.matches.shown', { matched });
  };
  const whole = text();
  const isAll = isPart && checked === null && matched === total;
  return (
    <span
      className={classes.matches}
      data-all={isAll || undefined}
      aria-live="polite"
      title={whole ?? undefined}
    >
      {whole}
    </span>
  );
}

export const layoutLooks: Record<FleetLayout, { name: PlainKey; icon: ComponentType<IconProps> }> =
  {
    map: { name: 'fleet.layout.map', icon: IconMap },
    split: { name: 'fleet.layout.split', icon: IconLayoutSidebar },
    table: { name: 'fleet.layout.table', icon: IconTable },
  };

/** The map alone, the list beside it, or the table alone. */
export function LayoutSwitch({ orientation }: { orientation?: 'vertical' }) {
  const store = useFleetStore();
  const layout = useFleet(shownLayout);
  const { t } = useFormat();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('fleet.layout')}
      {...(orientation && { orientation })}
      value={layout}
      onChange={(value) => store.prefer({ layout: value as FleetLayout })}
      data={fleetLayouts.map((value) => {
        const { name: key, icon: Icon } = layoutLooks[value];
        const name = t(key);
        return {
          value,
          label: (
            <span className={classes.layoutIcon} title={name}>
              <Icon size={16} aria-hidden />
              <VisuallyHidden>{name}</VisuallyHidden>
            </span>
          ),
        };
      })}
    />
  );
}

/** The height of the rows, and the columns of the table. */
function ViewMenu() {
  const store = useFleetStore();
  const { layout, isComfortable } = useFleet(({ preferences }) => preferences);
  const choice = useFleet(({ columns }) => columns);
  const { t } = useFormat();
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={210} withArrow>
      <Menu.Target>
        <IconButton name={t('fleet.view')} icon={IconAdjustmentsHorizontal} size={30} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem
          checked={isComfortable}
          onChange={() => store.prefer({ isComfortable: !isComfortable })}
        >
          {t('fleet.view.tallerRows')}
        </Menu.CheckboxItem>
        {layout === 'table' && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('fleet.view.columns')}</Menu.Label>
            {(Object.keys(fleetColumns) as SortColumn[])
              .filter((column) => !fixedColumns.includes(column))
              .map((column) => (
                <Menu.CheckboxItem
                  key={column}
                  checked={choice.shown.includes(column)}
                  onChange={() => store.arrange(toggledColumn(choice, column))}
                >
                  {t(fleetColumns[column].title)}
                </Menu.CheckboxItem>
              ))}
            <Menu.Item onClick={() => store.arrange(defaultColumns)}>
              {t('fleet.view.resetColumns')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const noView = { groups: [], filterPlace: null, checked: 0, total: 0 };

function ExportFleet() {
  const store = useFleetStore();
  const format = useFormat();
  const { t } = format;
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
      printed={{ table: t('common.devices') }}
      opened={isOpen}
      onChange={store.setExportOpen}
      isIcon
    />
  );
}

/** What devices are shown, by what needs attention and by state. */
export function AttentionBar() {
  return (
    <div className={classes.attention}>
      <StateChips />
      <NearNote />
    </div>
  );
}

/** Keeps its place, so that nothing moves when a filter is set. */
function ClearFilters() {
  const store = useFleetStore();
  const hasFilter = useFleet(({ query }) => isFiltered(query));
  const { t } = useFormat();
  return (
    <IconButton
      name={t('common.clearFilters')}
      icon={IconFilterOff}
      iconSize={15}
      variant="light"
      size={26}
      className={classes.clearFilters}
      data-hidden={!hasFilter || undefined}
      onClick={store.clearFilters}
    />
  );
}

/** What a search "near …" was understood as. */
function NearNote() {
  const near = useFleet(({ view }) => view?.near);
  const { t, distance } = useFormat();
  if (!near) return null;
  const { asked, centre, metres } = near;
  return (
    <span className={classes.matches} aria-live="polite">
      {centre
        ? t('fleet.search.within', { ...centre, distance: distance(metres) })
        : t('fleet.search.noTown', { town: asked })}
    </span>
  );
}
