import { type DeviceState, isPresent } from '#shared/domain/device-state';
import type { GroupGap } from '#shared/domain/group';
import { searchForm } from '#shared/domain/text';
import type { VehicleKind } from '#shared/domain/vehicle-kind';
import { flagAlert, flagCritical, flagSos, flagUrgent, textAt } from '#shared/fleet/columns';
import type { PlaceOrTown } from '#shared/places/place';
import { nameSearch } from '#lib/find-text';
import type { Generation } from './generation';
import { textsOf } from './search';

/** One device as the table shows it. Numbers are null where not provided; times epoch ms. */
export interface FleetRow {
  id: string;
  /** The name, or the id if there is no name. */
  label: string;
  description: string;
  /** What the user chose, or what a tag states. */
  kind: VehicleKind | null;
  phone: string;
  tags: string;
  groups: readonly string[];
  /** Why the device may be in other groups too; absent: these are all. */
  groupGap?: GroupGap;
  state: DeviceState;
  /** Time of the last report. */
  fixAt: number | null;
  /** Time of the last report that had a position; position, speed and course are of that report. */
  positionAt: number | null;
  checkedAt: number | null;
  latitude: number | null;
  longitude: number | null;
  /** In places of the user, else near a town; null without a position, or while the towns are loading. */
  place: PlaceOrTown | null;
  /** In the service's unit. */
  speed: number | null;
  course: number | null;
  battery: number | null;
  expiresAt: number | null;
  unlistedAt: number | null;
  /** Somebody asks for help, which is not acknowledged. */
  isSos: boolean;
  /** A critical alert is not acknowledged; so is a call for help. */
  isCritical: boolean;
  /** The last report carries alerts, critical or not. */
  hasAlert: boolean;
  /** Why the search found it, if not by its name. */
  matched?: { field: 'description' | 'phone' | 'tags' | 'id' | 'note'; text: string };
}

/** A number or a text of each device of a list. Empty, so last in the order: NaN and "". */
type SortValue = (fleet: Generation) => (slot: number) => number | string;

/**
 * What the table sorts by, for each column. The order follows by itself whatever the values are made of; only the list
 * of devices itself (name, expiry …) stays the same for one `Generation`.
 */
export const sortValues = {
  name: ({ columns }) => {
    const names = textsOf(columns.name);
    const ids = textsOf(columns.id);
    return (slot) => names[slot]!.trim() || ids[slot]!;
  },
  // By need of attention: the states are in no order of their own.
  state: (fleet) => (slot) => fleet.attention.orderOf(slot),
  // In the order of `vehicleKinds`.
  kind: (fleet) => (slot) => fleet.kindCodeOf(slot) || Number.NaN,
  fixAt: (fleet) => (slot) => fleet.columns.fixAt[slot]!,
  place: (fleet) => (slot) => fleet.places.label(slot),
  // Only current speeds are shown.
  speed:
    ({ columns, states }) =>
    (slot) =>
      isPresent(states.stateOf(slot)) ? columns.speed[slot]! : Number.NaN,
  battery: (fleet) => (slot) => fleet.columns.battery[slot]!,
  groups: (fleet) => (slot) => fleet.groups.namesOf(slot).join(', '),
  description: (fleet) => listOf(textsOf(fleet.columns.description)),
  phone: (fleet) => listOf(textsOf(fleet.columns.phone)),
  tags: (fleet) => listOf(textsOf(fleet.columns.tags)),
  expiresAt: (fleet) => (slot) => fleet.columns.expiresAt[slot]!,
  id: (fleet) => listOf(textsOf(fleet.columns.id)),
  // Calls for help first, then critical alerts.
  alerts: (fleet) => (slot) => {
    const flags = fleet.columns.flags[slot]!;
    if ((flags & flagSos) !== 0) return 0;
    if ((flags & flagCritical) !== 0) return 1;
    return (flags & flagAlert) !== 0 ? 2 : Number.NaN;
  },
} satisfies Record<string, SortValue>;

/** Sortable columns: all of them. */
export type SortColumn = keyof typeof sortValues;
export const sortColumns = Object.keys(sortValues) as SortColumn[];

function listOf(texts: readonly string[]) {
  return (slot: number) => texts[slot]!;
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** The rows of slots, with what of each a search found; texts are decoded only here. */
export function readRows(fleet: Generation, slots: readonly number[], search: string): FleetRow[] {
  const { columns, groups, states, places } = fleet;
  const { words } = nameSearch(search);
  return slots.map((slot) => {
    const matched = matchedField(fleet, slot, words);
    return {
      ...(matched && { matched }),
      id: textAt(columns.id, slot),
      label: fleet.labelAt(slot),
      description: textAt(columns.description, slot),
      kind: fleet.kindOf(slot),
      phone: textAt(columns.phone, slot),
      tags: textAt(columns.tags, slot).replaceAll('\u001f', ', '),
      groups: groups.namesOf(slot),
      ...(groups.gap && { groupGap: groups.gap }),
      state: states.stateOf(slot),
      fixAt: orNull(columns.fixAt[slot]),
      positionAt: orNull(columns.positionAt[slot]),
      checkedAt: orNull(columns.checkedAt[slot]),
      latitude: orNull(columns.latitude[slot]),
      longitude: orNull(columns.longitude[slot]),
      place: places.whereaboutsOf(slot),
      speed: orNull(columns.speed[slot]),
      course: orNull(columns.course[slot]),
      battery: orNull(columns.battery[slot]),
      expiresAt: orNull(columns.expiresAt[slot]),
      unlistedAt: orNull(columns.unlistedAt[slot]),
      isSos: (columns.flags[slot]! & flagSos) !== 0,
      isCritical: (columns.flags[slot]! & flagUrgent) !== 0,
      hasAlert: (columns.flags[slot]! & (flagUrgent | flagAlert)) !== 0,
    };
  });
}

/** The field with a word of the search that the label does not have. */
function matchedField(
  fleet: Generation,
  slot: number,
  words: readonly string[],
): FleetRow['matched'] {
  if (words.length === 0) return undefined;
  const { columns } = fleet;
  const label = searchForm(fleet.labelAt(slot));
  const word = words.find((each) => !label.includes(each));
  if (word === undefined) return undefined;
  const has = (text: string) => searchForm(text).includes(word);
  const fields = ['description', 'phone', 'id'] as const;
  const tag = textAt(columns.tags, slot).split('\u001f').find(has);
  if (tag !== undefined) return { field: 'tags', text: tag };
  const field = fields.find((each) => has(textAt(columns[each], slot)));
  if (field) return { field, text: textAt(columns[field], slot) };
  const note = fleet.notes.get(slot);
  return note !== undefined && has(note) ? { field: 'note', text: note } : undefined;
}
