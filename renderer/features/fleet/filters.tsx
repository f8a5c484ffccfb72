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
import { commonTexts } from '#lib/common-texts';
import { deviceStateLooks } from '#lib/device-state-look';
import { useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { vehicleKindNames } from '#lib/vehicle-kind-texts';
import { page } from '#ui/page';
import { StateShapeIcon } from '#ui/state-badge';
import { VehicleKindIcon } from '#ui/vehicle-kind-icon';
import { GroupSelect } from './group-select';
import { useFleet, useFleetStore } from './fleet-store';
import { messages, texts } from './fleet-texts';
import classes from './fleet.module.css';
import { useFoldedChips } from './fold-chips';

interface FilterLook<Value> {
  /** In the toolbar; null: it has another place. */
  control: FunctionComponent | null;
  /** What is chosen, as text for the header of an export. */
  describe: (value: NonNullable<Value>, groups: FleetView['groups']) => string;
  /** Whether only devices can pass about whose location the service has answered. */
  needsChecks: (value: NonNullable<Value>) => boolean;
  /** What is stored; what this version does not know is left out. */
  read: (stored: unknown) => Value;
}

/** Every filter of the page. Which devices pass is in `filterRules` of the engine. */
const filterLooks: { [Name in keyof Filters]: FilterLook<Filters[Name]> } = {
  states: {
    control: null,
    describe: (states) =>
      messages.filterStates(states.map((state) => stateLook(state).name).join(' or ')),
    needsChecks: (states) => states.every(isCheckedState),
    read: (stored) =>
      fleetStates.filter((state) => Array.isArray(stored) && stored.includes(state)),
  },
  group: {
    control: GroupFilter,
    describe: (group, groups) =>
      group === 'none'
        ? texts.inNoGroup
        : messages.filterGroup(groups.find(({ id }) => id === group)?.name ?? group),
    needsChecks: () => false,
    read: (stored) => (typeof stored === 'string' ? stored : null),
  },
  kinds: {
    control: KindFilter,
    describe: (kinds) => messages.filterKinds(kinds.map(kindName).join(' or ')),
    needsChecks: () => false,
    read: (stored) =>
      filteredKinds.filter((kind) => Array.isArray(stored) && stored.includes(kind)),
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
  { groups, checked, total }: Pick<FleetView, 'groups' | 'checked' | 'total'>,
  format: Pick<Format, 'count' | 'counted'>,
): string {
  const search = query.search.trim();
  const parts = [
    search && messages.filterSearch(search),
    ...setFilters(query).map(({ value, look }) => look.describe(value, groups)),
    checked < total &&
      needsChecks(query) &&
      messages.checkedSoFar(format.count(checked), format.counted(total, 'device')),
  ].filter(Boolean);
  return parts.join('; ') || texts.noneAllDevices;
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
const kindName = (kind: FilteredKind) =>
  kind === 'none' ? commonTexts.notKnown : vehicleKindNames[kind];

/** The vehicle kinds that the devices have; they are counted once the menu is open. */
function KindFilter() {
  const store = useFleetStore();
  const chosen = useFleet(({ query }) => query.kinds);
  const [isOpen, setOpen] = useState(false);
  const counts = useWorkerAnswer(isOpen ? () => store.client.kindCounts() : null, [store, isOpen]);
  const { count } = useFormat();
  const [only] = chosen;
  const icon =
    only && only !== 'none' && chosen.length === 1 ? (
      <VehicleKindIcon kind={only} size={15} />
    ) : (
      <IconTruck size={16} aria-hidden />
    );
  const name =
    chosen.length === 0
      ? texts.vehicleKind
      : messages.kindsChosen(chosen.map(kindName).join(' or '));
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
        <Menu.Label>{counts && !areKnown ? texts.noKindIsKnown : texts.vehicleKind}</Menu.Label>
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
                {kindName(kind)}
              </span>
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface StateLook {
  /** On its chip. */
  word: string;
  /** Where it stands alone. */
  name: string;
  meaning: string;
  icon: ReactNode;
}

const sizes = { size: 12, 'aria-hidden': true } as const;

/** The kinds that are no state of a device, or are more than one. */
const kindLooks: Record<
  Exclude<AttentionKind, DeviceState>,
  Omit<StateLook, 'name'> & { name?: string }
> = {
  sos: { word: texts.sos, meaning: texts.somebodyAsksForHelp, icon: <IconUrgent {...sizes} /> },
  critical: {
    word: texts.critical,
    meaning: texts.aCriticalAlertIsNot,
    icon: <IconAlertTriangleFilled {...sizes} />,
  },
  expiringSoon: {
    word: texts.expiringSoon,
    meaning: messages.expiresWithin(expiringSoonDays),
    icon: <IconCalendarDue {...sizes} />,
  },
  lowBattery: {
    word: texts.lowBattery,
    meaning: messages.batteryBelow(lowBatteryBelow),
    icon: <IconBattery1 {...sizes} />,
  },
  overLimit: {
    word: texts.overALimit,
    meaning: texts.theEMailOrSms,
    icon: <IconGauge {...sizes} />,
  },
  clockWrong: {
    word: texts.clockWrong,
    meaning: texts.theLastReportIsDated,
    icon: <StateShapeIcon state="clockAhead" size={12} />,
  },
  snoozed: {
    word: texts.snoozed,
    meaning: texts.silentOrWithoutPosition,
    icon: <IconZzz {...sizes} />,
  },
  silentToday: {
    word: texts.today,
    name: texts.silentSinceToday,
    meaning: texts.wentSilentWhen,
    icon: null,
  },
  silentYesterday: {
    word: texts.yesterday,
    name: texts.silentSinceYesterday,
    meaning: texts.wentSilentWhen,
    icon: null,
  },
  silentThisWeek: {
    word: texts.twoToSixDaysAgo,
    name: texts.silentForTwoToSixDays,
    meaning: texts.wentSilentWhen,
    icon: null,
  },
  silentEarlier: {
    word: texts.earlier,
    name: texts.silentForLonger,
    meaning: texts.wentSilentEarlier,
    icon: null,
  },
};

function stateLook(state: FleetState): StateLook {
  if (state in kindLooks) {
    const look = kindLooks[state as keyof typeof kindLooks];
    return { ...look, name: look.name ?? look.word };
  }
  const of = state as DeviceState;
  const { word, meaning } = deviceStateLooks[of];
  return { word, name: word, meaning, icon: <StateShapeIcon state={of} size={12} /> };
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
      <div ref={box} className={classes.chips} role="group" aria-label={commonTexts.state}>
        {chips.map((chip) => (
          <StateChip key={chip.state} {...chip} isFolded={folded.includes(chip.state)} />
        ))}
        <MoreStates chips={chips.filter(({ state }) => folded.includes(state))} />
      </div>
      {isSilentChosen && (
        <div className={classes.since} role="group" aria-label={texts.wentSilent}>
          <span className={page.quiet}>{texts.wentSilent}</span>
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

interface StateCount {
  state: FleetState;
  isChosen: boolean;
  n: number;
}

/** The count of a state: at least so many, while devices are not checked yet whose state that may be. */
function useStateCount({ state, n }: Pick<StateCount, 'state' | 'n'>) {
  const checked = useFleet(partChecked);
  const { count } = useFormat();
  const { word, meaning } = stateLook(state);
  if (checked === null || !isCheckedState(state))
    return { text: count(n), title: messages.stateMeaning(word, meaning) };
  const name = messages.stateOfChecked(word, count(n), count(checked));
  return { text: messages.atLeast(count(n)), name, title: messages.stateMeaning(name, meaning) };
}

function StateChip({ state, isChosen, n, isFolded }: StateCount & { isFolded?: boolean }) {
  const store = useFleetStore();
  const { text, name, title } = useStateCount({ state, n });
  const { word, icon } = stateLook(state);
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
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <UnstyledButton
          className={classes.chip}
          data-folded={chips.length === 0 || undefined}
          aria-label={texts.moreStates}
          title={texts.moreStates}
        >
          {texts.more}
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
  const { text, name, title } = useStateCount({ state, n });
  const { word, icon } = stateLook(state);
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
