import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangleFilled,
  IconBattery1,
  IconCalendarDue,
  IconChevronDown,
  IconGauge,
  IconTruck,
  IconUrgent,
  IconZzz,
} from '@tabler/icons-react';
import { type FunctionComponent, type ReactNode, useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { type DeviceState } from '#shared/domain/device-state';
import { vehicleKinds } from '#shared/domain/vehicle-kind';
import { message, type Message, type PlainKey } from '#shared/i18n/translate';
import type { FleetFilter } from '#shared/domain/view-state';
import {
  expiringSoonDays,
  filteredKinds,
  fleetStates,
  initialQuery,
  lowBatteryBelow,
  silentSince,
  sortColumns,
  type AttentionKind,
  type FilteredKind,
  type Filters,
  type FleetQuery,
  type FleetState,
  type FleetView,
} from '#engines/fleet';
import { useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { SearchSelect } from '#ui/search-select';
import { StateShapeIcon } from '#ui/state-badge';
import { VehicleKindIcon } from '#ui/vehicle-kind-icon';
import { GroupSelect } from './group-select';
import { useFleet, useFleetStore } from './fleet-store';
import classes from './fleet.module.css';
import { useFoldedChips } from './fold-chips';

/** What of a view names the values of filters. */
type NamedView = Pick<FleetView, 'groups' | 'filterPlace'>;

interface FilterLook<Value> {
  /** In the toolbar; null: it has another place. */
  control: FunctionComponent | null;
  /** What is chosen, as text for the header of an export. */
  describe: (value: NonNullable<Value>, format: Format, view: NamedView) => string;
  /** Whether only devices can pass about whose location the service has answered. */
  needsChecks: (value: NonNullable<Value>) => boolean;
  /** What is stored; what this version does not know is left out. */
  read: (stored: unknown) => Value;
}

/** Every filter of the page. Which devices pass is in `filterRules` of the engine. */
const filterLooks: { [Name in keyof Filters]: FilterLook<Filters[Name]> } = {
  states: {
    control: null,
    describe: (states, { t, either }) => {
      const looks = states.map((state) => stateLook(state));
      return t('fleet.filter.states', {
        states: either(looks.map(({ word, name = word }) => t(name))),
      });
    },
    needsChecks: (states) => states.every(isCheckedState),
    read: (stored) =>
      fleetStates.filter((state) => Array.isArray(stored) && stored.includes(state)),
  },
  group: {
    control: GroupFilter,
    describe: (group, { t }, { groups }) =>
      group === 'none'
        ? t('fleet.filter.noGroup')
        : t('fleet.filter.group', { group: groups.find(({ id }) => id === group)?.name ?? group }),
    needsChecks: () => false,
    read: (stored) => (typeof stored === 'string' ? stored : null),
  },
  kinds: {
    control: KindFilter,
    describe: (kinds, { t, either }) =>
      t('fleet.filter.kinds', { kinds: either(kinds.map((kind) => t(kindName(kind)))) }),
    needsChecks: () => false,
    read: (stored) =>
      filteredKinds.filter((kind) => Array.isArray(stored) && stored.includes(kind)),
  },
  place: {
    control: PlaceFilter,
    describe: (place, { t }, { filterPlace }) => {
      if (place === 'none') return t('fleet.filter.outside');
      if (place === 'any') return t('fleet.filter.anyPlace');
      return t('fleet.filter.place', { place: filterPlace ?? t('fleet.place.gone') });
    },
    needsChecks: () => true,
    read: (stored) => (typeof stored === 'string' ? stored : null),
  },
};

const filterNames = Object.keys(filterLooks) as (keyof Filters)[];

export const toolbarFilters = filterNames.flatMap((name) => {
  const { control } = filterLooks[name];
  return control ? [[name, control] as const] : [];
});

/** The filters that are set, each with its value and its look. */
function setFilters(filters: Filters) {
  const lookOf = <Name extends keyof Filters>(name: Name) => {
    const value = filters[name];
    const isSet = Array.isArray(value) ? value.length > 0 : value !== null;
    return isSet
      ? [
          {
            name,
            value: value as NonNullable<Filters[Name]>,
            look: filterLooks[name] as FilterLook<Filters[Name]>,
          },
        ]
      : [];
  };
  return filterNames.flatMap((name) => lookOf(name));
}

/** Whether any search or filter is set. */
export const isFiltered = (query: FleetQuery): boolean =>
  query.search.trim() !== '' || setFilters(query).length > 0;

/** Whether only devices can match about whose location the service has answered. */
export const needsChecks = (query: FleetQuery): boolean =>
  setFilters(query).some(({ value, look }) => look.needsChecks(value));

/** The number of checked devices while others were not checked yet; null: all were. */
export const partChecked = ({ view }: { view: FleetView | null }): number | null =>
  view && view.checked < view.total ? view.checked : null;

/** The search and the filters as text, for the header of an export. */
export function describeQuery(
  query: FleetQuery,
  view: NamedView & Pick<FleetView, 'checked' | 'total'>,
  format: Format,
): string {
  const { t } = format;
  const { checked, total } = view;
  const search = query.search.trim();
  const parts = [
    search && t('common.search', { typed: search }),
    ...setFilters(query).map(({ value, look }) => look.describe(value, format, view)),
    checked < total && needsChecks(query) && t('fleet.progress.soFar', { checked, total }),
  ].filter((part): part is string => typeof part === 'string' && part !== '');
  return format.listed(parts) || t('fleet.filter.none');
}

/** A stored filter and order; what this version does not know is left out. */
export function queryOf({ search, filters, sort }: FleetFilter): FleetQuery {
  const column = sortColumns.find((each) => each === sort.column);
  return {
    search,
    ...(Object.fromEntries(
      filterNames.map((name) => [name, filterLooks[name].read(filters[name])]),
    ) as unknown as Filters),
    sort: column ? { column, descending: sort.descending } : initialQuery.sort,
  };
}

/** A filter and order to store. */
export function filterOf({ search, sort, ...filters }: FleetQuery): FleetFilter {
  const set: FleetFilter['filters'] = {};
  for (const { name, value } of setFilters(filters)) {
    set[name] = typeof value === 'object' ? [...value] : value;
  }
  return { search: search.trim(), filters: set, sort };
}

/** Whether devices are known to be of a kind only once the service has answered about their locations. */
const isCheckedState = (state: FleetState): boolean =>
  !['neverAsked', 'expired', 'unlisted', 'overLimit', 'expiringSoon', 'snoozed'].includes(state);

function GroupFilter() {
  const store = useFleetStore();
  const group = useFleet(({ query }) => query.group);
  return (
    <div className={classes.select}>
      <GroupSelect w="100%" value={group} onChange={(chosen) => store.ask({ group: chosen })} />
    </div>
  );
}

const lastNotKnown: readonly FilteredKind[] = [...vehicleKinds, 'none'];
const kindName = (kind: FilteredKind): PlainKey =>
  kind === 'none' ? 'common.notKnown' : `common.vehicleKind.${kind}`;

/** The vehicle kinds that the devices have; they are counted once the menu is open. */
function KindFilter() {
  const store = useFleetStore();
  const chosen = useFleet(({ query }) => query.kinds);
  const [isOpen, setOpen] = useState(false);
  const counts = useWorkerAnswer(isOpen ? () => store.client.kindCounts() : null, [store, isOpen]);
  const { t, count, either } = useFormat();
  const [only] = chosen;
  const icon =
    only && only !== 'none' && chosen.length === 1 ? (
      <VehicleKindIcon kind={only} size={15} />
    ) : (
      <IconTruck size={16} aria-hidden />
    );
  const name =
    chosen.length === 0
      ? t('fleet.kind')
      : t('fleet.kind.chosen', { kinds: either(chosen.map((kind) => t(kindName(kind)))) });
  const offered = lastNotKnown.flatMap((kind) => {
    const counted = counts?.find((each) => (each.kind ?? 'none') === kind);
    return counted || chosen.includes(kind) ? [{ kind, n: counted?.count ?? 0 }] : [];
  });
  const areKnown = offered.some(({ kind }) => kind !== 'none');
  return (
    <Menu position="bottom-end" withArrow closeOnItemClick={false} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon
          variant={chosen.length === 0 ? 'default' : 'filled'}
          size={26}
          aria-label={name}
          title={name}
        >
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{counts && !areKnown ? t('fleet.kind.noneKnown') : t('fleet.kind')}</Menu.Label>
        {areKnown &&
          offered.map(({ kind, n }) => (
            <Menu.CheckboxItem
              key={kind}
              checked={chosen.includes(kind)}
              rightSection={<span className={classes.chipCount}>{count(n)}</span>}
              onChange={(isChosen) =>
                store.ask({
                  kinds: isChosen ? [...chosen, kind] : chosen.filter((each) => each !== kind),
                })
              }
            >
              <span className={page.inline}>
                <span aria-hidden className={classes.kindIcon}>
                  {kind !== 'none' && <VehicleKindIcon kind={kind} size={15} />}
                </span>
                {t(kindName(kind))}
              </span>
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** At which place devices are; hidden while there are no places. They are counted once the list is open. */
function PlaceFilter() {
  const store = useFleetStore();
  const place = useFleet(({ query }) => query.place);
  const hasPlaces = useFleet(({ view }) => (view?.placesVersion ?? 0) > 0);
  const name = useFleet(({ view }) => view?.filterPlace ?? null);
  const [isOpen, setOpen] = useState(false);
  const counts = useWorkerAnswer(isOpen ? () => store.client.placeCounts() : null, [store, isOpen]);
  const { t } = useFormat();
  if (!hasPlaces && place === null) return null;
  const data = [
    { value: '', label: t('fleet.place.all') },
    { value: 'any', label: t('fleet.place.any') },
    { value: 'none', label: t('fleet.place.outside', { count: counts?.outside ?? 0 }) },
    ...(counts?.places ?? []).map(({ id, name: place, count }) => ({
      value: id,
      label: t('fleet.place.at', { place, count }),
    })),
  ];
  if (place !== null && !data.some(({ value }) => value === place)) {
    data.push({ value: place, label: name ?? t('fleet.place.gone') });
  }
  return (
    <div className={classes.select}>
      <SearchSelect
        size="xs"
        w="100%"
        aria-label={t('fleet.place')}
        data={data}
        nothingFoundMessage={t('fleet.place.noMatch')}
        limit={200}
        value={place ?? ''}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onChange={(chosen) => store.ask({ place: chosen || null })}
      />
    </div>
  );
}

interface StateLook {
  /** On its chip. */
  word: PlainKey;
  /** Where it stands alone; absent: the same. */
  name?: PlainKey;
  meaning: Message;
  icon: ReactNode;
}

const sizes = { size: 12, 'aria-hidden': true } as const;

/** The kinds that are no state of a device, or are more than one. */
const kindLooks: Record<Exclude<AttentionKind, DeviceState>, StateLook> = {
  sos: {
    word: 'fleet.state.sos',
    meaning: message('fleet.state.sos.meaning'),
    icon: <IconUrgent {...sizes} />,
  },
  critical: {
    word: 'fleet.state.critical',
    meaning: message('fleet.state.critical.meaning'),
    icon: <IconAlertTriangleFilled {...sizes} />,
  },
  expiringSoon: {
    word: 'fleet.state.expiringSoon',
    meaning: message('fleet.state.expiringSoon.meaning', { days: expiringSoonDays }),
    icon: <IconCalendarDue {...sizes} />,
  },
  lowBattery: {
    word: 'fleet.state.lowBattery',
    meaning: message('fleet.state.lowBattery.meaning', {
      percent: message('common.amount.percent', { amount: String(lowBatteryBelow) }),
    }),
    icon: <IconBattery1 {...sizes} />,
  },
  overLimit: {
    word: 'fleet.state.overLimit',
    meaning: message('fleet.state.overLimit.meaning'),
    icon: <IconGauge {...sizes} />,
  },
  clockWrong: {
    word: 'fleet.state.clockWrong',
    meaning: message('fleet.state.clockWrong.meaning'),
    icon: <StateShapeIcon state="clockAhead" size={12} />,
  },
  snoozed: {
    word: 'fleet.state.snoozed',
    meaning: message('fleet.state.snoozed.meaning'),
    icon: <IconZzz {...sizes} />,
  },
  silentToday: {
    word: 'fleet.state.silentToday',
    name: 'fleet.state.silentToday.name',
    meaning: message('fleet.state.wentSilent.meaning'),
    icon: null,
  },
  silentYesterday: {
    word: 'fleet.state.silentYesterday',
    name: 'fleet.state.silentYesterday.name',
    meaning: message('fleet.state.wentSilent.meaning'),
    icon: null,
  },
  silentThisWeek: {
    word: 'fleet.state.silentThisWeek',
    name: 'fleet.state.silentThisWeek.name',
    meaning: message('fleet.state.wentSilent.meaning'),
    icon: null,
  },
  silentEarlier: {
    word: 'fleet.state.silentEarlier',
    name: 'fleet.state.silentEarlier.name',
    meaning: message('fleet.state.silentEarlier.meaning'),
    icon: null,
  },
};

function stateLook(state: FleetState): StateLook {
  if (state in kindLooks) return kindLooks[state as keyof typeof kindLooks];
  const of = state as DeviceState;
  return {
    word: `common.deviceState.${of}`,
    meaning: message(`common.deviceState.${of}.meaning`),
    icon: <StateShapeIcon state={of} size={12} />,
  };
}

const isSilentSince = (state: FleetState) => (silentSince as readonly string[]).includes(state);
const chipStates = fleetStates.filter((state) => !isSilentSince(state));

/** A low window has one row of chips, so that the list has room. */
const lowWindow = '(max-height: 760px)';

/** What needs attention, then the other states: one chip for each, in an order that stays. A menu has those without room. */
export function StateChips() {
  const chosen = useFleet(({ query }) => query.states);
  const counts = useFleet(
    useShallow(({ view }): Partial<Record<FleetState, number>> => ({
      ...view?.counts,
      ...view?.attention,
    })),
  );
  const { t } = useFormat();
  const isPart = useFleet((state) => partChecked(state) !== null);
  useSilentDays();
  const isLow = useMediaQuery(lowWindow, undefined, { getInitialValueInEffect: false });
  const isSilentChosen = chosen.includes('silent') || chosen.some(isSilentSince);
  const chips = chipStates
    .filter((state) => (counts[state] ?? 0) > 0 || chosen.includes(state))
    .map((state) => ({
      state,
      n: counts[state] ?? 0,
      isChosen: state === 'silent' ? isSilentChosen : chosen.includes(state),
    }));
  // Figures are all as wide.
  const widths = chips.map(({ state, n, isChosen }) => [state, String(n).length, isChosen]);
  const { box, folded } = useFoldedChips(isLow ? 1 : 2, JSON.stringify([widths, isPart]));
  return (
    <>
      <div ref={box} className={classes.chips} role="group" aria-label={t('common.state')}>
        {chips.map((chip) => (
          <StateChip key={chip.state} {...chip} isFolded={folded.includes(chip.state)} />
        ))}
        <MoreStates chips={chips.filter(({ state }) => folded.includes(state))} />
      </div>
      {isSilentChosen && (
        <div className={classes.since} role="group" aria-label={t('fleet.state.wentSilent')}>
          <span className={page.quiet}>{t('fleet.state.wentSilent')}</span>
          {silentSince.map((state) => (
            <StateChip
              key={state}
              state={state}
              isChosen={chosen.includes(state)}
              n={counts[state] ?? 0}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** How many devices of the whole fleet need attention and are in each state, for those who only look. */
export function StateCounts({ className }: { className: string | undefined }) {
  const counts = useFleet(
    useShallow(({ view }): Partial<Record<FleetState, number>> => ({
      ...view?.counts,
      ...view?.attention,
    })),
  );
  const shown = chipStates.filter((state) => (counts[state] ?? 0) > 0);
  return (
    <ul className={className}>
      {shown.map((state) => (
        <ReadStateCount key={state} state={state} n={counts[state] ?? 0} />
      ))}
    </ul>
  );
}

function ReadStateCount(of: Pick<StateCount, 'state' | 'n'>) {
  const { word, text } = useStateCount(of);
  return (
    <li data-state={of.state}>
      {stateLook(of.state).icon}
      <span>{word}</span> <strong>{text}</strong>
    </li>
  );
}

interface StateCount {
  state: FleetState;
  isChosen: boolean;
  n: number;
}

/** The count of a state: at least so many, while devices are not checked yet whose state that may be. */
function useStateCount({ state, n }: Pick<StateCount, 'state' | 'n'>) {
  const checked = useFleet(partChecked);
  const { t, count } = useFormat();
  const look = stateLook(state);
  const { meaning } = look;
  const word = t(look.word);
  if (checked === null || !isCheckedState(state))
    return { word, text: count(n), title: t('fleet.state.withMeaning', { state: word, meaning }) };
  const name = t('fleet.state.ofChecked', { state: word, matched: n, checked });
  return {
    word,
    text: t('fleet.state.atLeast', { count: n }),
    name,
    title: t('fleet.state.withMeaning', { state: name, meaning }),
  };
}

function StateChip({ state, isChosen, n, isFolded }: StateCount & { isFolded?: boolean }) {
  const store = useFleetStore();
  const { word, text, name, title } = useStateCount({ state, n });
  const { icon } = stateLook(state);
  return (
    <UnstyledButton
      className={`${page.chip} ${classes.state}`}
      data-state={state}
      data-folded={isFolded || undefined}
      aria-pressed={isChosen}
      aria-label={name}
      title={title}
      onClick={() => store.toggleState(state)}
    >
      {icon}
      <span>{word}</span> <span className={classes.chipCount}>{text}</span>
    </UnstyledButton>
  );
}

/** The states whose chips have no room. */
function MoreStates({ chips }: { chips: readonly StateCount[] }) {
  const { t } = useFormat();
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <UnstyledButton
          className={page.chip}
          data-folded={chips.length === 0 || undefined}
          aria-label={t('fleet.state.moreStates')}
          title={t('fleet.state.moreStates')}
        >
          {t('fleet.state.more')}
          <IconChevronDown {...sizes} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {chips.map((chip) => (
          <StateItem key={chip.state} {...chip} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function StateItem({ state, isChosen, n }: StateCount) {
  const store = useFleetStore();
  const { word, text, name, title } = useStateCount({ state, n });
  const { icon } = stateLook(state);
  return (
    <Menu.CheckboxItem
      checked={isChosen}
      closeMenuOnClick
      aria-label={name}
      title={title}
      rightSection={<span className={classes.chipCount}>{text}</span>}
      onChange={() => store.toggleState(state)}
    >
      <span className={page.inline}>
        {icon}
        {word}
      </span>
    </Menu.CheckboxItem>
  );
}

/** Tells the worker when the user's days begin. */
function useSilentDays(): void {
  const { client } = useFleetStore();
  const { timeZone } = useFormat();
  const day = dayInZone(useNow(60_000), timeZone);
  useEffect(() => {
    const startOf = (daysAgo: number) => startOfDayInZone(plusDays(day, -daysAgo), timeZone);
    void client.setDays({ today: startOf(0), yesterday: startOf(1), week: startOf(6) });
  }, [client, day, timeZone]);
}
