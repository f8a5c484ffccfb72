import { displayText } from '#shared/domain/text';
import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import { flagAlert, flagCritical, textAt, type FleetColumns } from '#shared/fleet/columns';
import type { FleetGrid } from './grid';
import type { FleetPlaces } from './fleet-places';
import type { GroupIndex } from './group-index';
import type { StateClock } from './state-clock';
import { fold } from './texts';
import type { FleetRow, MapDevice } from './types';

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** The label of a device. */
export const labelAt = (columns: FleetColumns, slot: number): string =>
  displayText(textAt(columns.name, slot)) || textAt(columns.id, slot);

/** The words that were searched, and the note on the device. */
interface Search {
  words: readonly string[];
  note: string | undefined;
}

/** One device as the table shows it; texts are decoded only here. */
export function readRow(
  columns: FleetColumns,
  slot: number,
  state: DeviceState,
  groups: GroupIndex,
  places: FleetPlaces,
  search: Search,
): FleetRow {
  const matched = matchedField(columns, slot, search);
  return {
    ...(matched && { matched }),
    id: textAt(columns.id, slot),
    label: labelAt(columns, slot),
    description: textAt(columns.description, slot),
    phone: textAt(columns.phone, slot),
    tags: textAt(columns.tags, slot).replaceAll('\u001f', ', '),
    groups: groups.namesOf(slot),
    ...(groups.gap && { groupGap: groups.gap }),
    state,
    fixAt: orNull(columns.fixAt[slot]),
    positionAt: orNull(columns.positionAt[slot]),
    checkedAt: orNull(columns.checkedAt[slot]),
    latitude: orNull(columns.latitude[slot]),
    longitude: orNull(columns.longitude[slot]),
    place: places.placeOf(slot),
    speed: orNull(columns.speed[slot]),
    course: orNull(columns.course[slot]),
    battery: orNull(columns.battery[slot]),
    expiresAt: orNull(columns.expiresAt[slot]),
    unlistedAt: orNull(columns.unlistedAt[slot]),
    isCritical: (columns.flags[slot]! & flagCritical) !== 0,
    hasAlert: (columns.flags[slot]! & (flagCritical | flagAlert)) !== 0,
  };
}

/** The field with a word of the search that the label does not have. */
function matchedField(
  columns: FleetColumns,
  slot: number,
  { words, note }: Search,
): FleetRow['matched'] {
  if (words.length === 0) return undefined;
  const label = fold(labelAt(columns, slot));
  const word = words.find((each) => !label.includes(each));
  if (word === undefined) return undefined;
  const has = (text: string) => fold(text).includes(word);
  const fields = ['description', 'phone', 'id'] as const;
  const tag = textAt(columns.tags, slot).split('\u001f').find(has);
  if (tag !== undefined) return { field: 'tags', text: tag };
  const field = fields.find((each) => has(textAt(columns[each], slot)));
  if (field) return { field, text: textAt(columns[field], slot) };
  return note !== undefined && has(note) ? { field: 'note', text: note } : undefined;
}

/** One device as the map names it. */
export function readMapDevice(
  from: { columns: FleetColumns; states: StateClock; grid: FleetGrid },
  slot: number,
): MapDevice {
  const { columns, states, grid } = from;
  return {
    slot,
    id: textAt(columns.id, slot),
    label: labelAt(columns, slot),
    state: deviceStates[states.codes[slot]!]!,
    x: grid.x[slot]!,
    y: grid.y[slot]!,
    course: columns.course[slot]!,
    flags: columns.flags[slot]!,
  };
}

/** The position of each device. */
export function slotsById(columns: FleetColumns): Map<string, number> {
  const slots = new Map<string, number>();
  for (let slot = 0; slot < columns.count; slot++) slots.set(textAt(columns.id, slot), slot);
  return slots;
}
