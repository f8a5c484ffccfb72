import { NativeSelect, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FunctionComponent } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import type { FleetFilter } from '#shared/domain/view-state';
import {
  attentionKinds,
  expiringSoonDays,
  initialQuery,
  lowBatteryBelow,
  sortColumns,
  type AttentionKind,
  type Filters,
  type FleetQuery,
  type FleetView,
} from '#engines/fleet';
import { commonTexts } from '#lib/common-texts';
import { deviceStateLooks } from '#lib/device-state-look';
import { span, type Format } from '#lib/format';
import { groupChoiceLabel, noGroupLabel, unknownGroup } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { StateShapeIcon } from '#ui/state-badge';
import { useFleet, useFleetStore } from './fleet-store';
import { messages, texts } from './fleet-texts';
import classes from './fleet.module.css';

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
    control: StateFilter,
    describe: (states) =>
      messages.filterStates(states.map((state) => deviceStateLooks[state].word).join(' or ')),
    needsChecks: (states) => states.every(isCheckedState),
    read: (stored) =>
      deviceStates.filter((state) => Array.isArray(stored) && stored.includes(state)),
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
  olderThanMs: {
    control: AgeFilter,
    describe: (olderThanMs) => messages.filterOlderThan(span(olderThanMs)),
    needsChecks: () => true,
    read: (stored) => (typeof stored === 'number' && stored > 0 ? stored : null),
  },
  attention: {
    control: null,
    describe: (reason) => messages.filterAttention(attentionLooks[reason].word),
    needsChecks: isCheckedReason,
    read: (stored) => attentionKinds.find((kind) => kind === stored) ?? null,
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

/** Whether a device is known to be in a state only once the service has answered about its location. */
const isCheckedState = (state: DeviceState): boolean =>
  state !== 'neverAsked' && state !== 'expired' && state !== 'unlisted';

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
              <span>{word}</span>
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

/** The reasons for which a device needs attention. */
const attentionLooks: Record<AttentionKind, { word: string; meaning: string }> = {
  critical: { word: texts.criticalAlert, meaning: texts.theLastReportCarriesACritical },
  silent: { word: texts.silent, meaning: texts.whenTheServiceWasLast },
  noPosition: { word: texts.noGps, meaning: texts.theLastReportIsRecent },
  lowBattery: { word: texts.lowBattery, meaning: messages.batteryBelow(lowBatteryBelow) },
  overLimit: { word: texts.overALimit, meaning: texts.theEMailOrSms },
  expiringSoon: { word: texts.expiringSoon, meaning: messages.expiresWithin(expiringSoonDays) },
  clockWrong: { word: texts.clockWrong, meaning: texts.theLastReportIsDated },
};

/** Whether a reason is known only once the service has answered; the others follow from the list of devices. */
function isCheckedReason(kind: AttentionKind): boolean {
  return kind !== 'overLimit' && kind !== 'expiringSoon';
}

/** The devices that need attention, by reason. */
export function AttentionFilter() {
  const store = useFleetStore();
  const chosen = useFleet(({ query }) => query.attention);
  const counts = useFleet(useShallow(({ view }) => view?.attention));
  const checked = useFleet(partChecked);
  const { count } = useFormat();
  const needed = attentionKinds.filter((kind) => kind === chosen || (counts?.[kind] ?? 0) > 0);
  return (
    <div className={classes.attentionKinds} role="group" aria-label={texts.needsAttention}>
      <IconAlertTriangle size={14} aria-hidden className={page.dimmed} />
      <span className={page.strong}>{texts.needsAttention}</span>
      {counts && needed.length === 0 && (
        <span className={page.dimmed}>{texts.nothingInTheReportsReceived}</span>
      )}
      {counts &&
        needed.map((kind) => (
          <UnstyledButton
            key={kind}
            className={classes.chip}
            aria-pressed={kind === chosen}
            title={attentionLooks[kind].meaning}
            onClick={() => store.ask({ attention: kind === chosen ? null : kind })}
          >
            <span>{attentionLooks[kind].word}</span>
            <span className={classes.chipCount}>
              {checked !== null && isCheckedReason(kind)
                ? messages.ofChecked(count(counts[kind]), count(checked))
                : count(counts[kind])}
            </span>
          </UnstyledButton>
        ))}
    </div>
  );
}
