import type { StateRules } from '#shared/domain/device-state';
import type { FleetColumns, FleetMessage, GroupColumns } from '#shared/fleet/columns';
import { FleetGrid } from './grid';
import { GroupIndex } from './group-index';
import type { OrderKeys } from './order';
import type { SearchIndex } from './search';
import { StateClock } from './state-clock';

/** Derived from one list of devices; all of it is built again for the next list. */
export interface Generation {
  number: number;
  columns: FleetColumns;
  states: StateClock;
  grid: FleetGrid;
  groups: GroupIndex;
  isListed: boolean;
  /** Slots of devices that the service no longer lists. */
  unlisted: readonly number[];
  /** Built on first use: the map does not need them. */
  orderKeys: OrderKeys | null;
  searchIndex: SearchIndex | null;
  slotById: Map<string, number> | null;
}

/** The generation that a list of devices begins. */
export function generationOf(
  message: Extract<FleetMessage, { type: 'fleet' }>,
  rules: StateRules,
  now: number,
): Generation {
  const { columns } = message;
  const unlisted: number[] = [];
  for (let slot = 0; slot < columns.count; slot++) {
    if (isUnlisted(columns, slot)) unlisted.push(slot);
  }
  return {
    number: message.generation,
    columns,
    states: new StateClock(columns, rules, now),
    grid: new FleetGrid(columns, columns.count),
    groups: groupIndexOf(message.groups, columns),
    isListed: message.isListed,
    unlisted,
    orderKeys: null,
    searchIndex: null,
    slotById: null,
  };
}

const isUnlisted = (columns: FleetColumns, slot: number) =>
  !Number.isNaN(columns.unlistedAt[slot]!);

/** The index of the groups, which counts listed devices only. */
export const groupIndexOf = (groups: GroupColumns, columns: FleetColumns) =>
  new GroupIndex(groups, columns.count, (slot) => isUnlisted(columns, slot));

/** The number of listed devices, and of those with a known place. */
export function listedIn({ columns, grid, unlisted }: Generation): {
  total: number;
  placed: number;
} {
  const unlistedPlaced = unlisted.filter((slot) => grid.has(slot)).length;
  return { total: columns.count - unlisted.length, placed: grid.placed - unlistedPlaced };
}
