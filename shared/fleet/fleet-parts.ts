import type { FleetColumns, FleetMessage } from './columns';

type WholeFleet = Extract<FleetMessage, { type: 'fleet' }>;
type ColumnName = Exclude<keyof FleetColumns, 'count'>;

/** A fleet in parts: all of its columns, then what ends it. */
export type FleetPart =
  | { type: 'column'; generation: number; name: ColumnName; column: FleetColumns[ColumnName] }
  | (Omit<WholeFleet, 'type' | 'columns'> & { type: 'fleetEnd'; count: number });

/** What main posts on the fleet port. */
export type FleetPortMessage = FleetMessage | FleetPart;

/** Copying so many devices at once would hold up main, and with it all input. */
const mostAtOnce = 8_192;

/** A large fleet in parts, each to be posted in a turn of its own; else the message as it is. */
export function partsOfFleet(message: WholeFleet): FleetPortMessage[] {
  const { columns, generation } = message;
  if (columns.count <= mostAtOnce) return [message];
  const { count, ...byName } = columns;
  const parts = Object.entries(byName).map(([name, column]): FleetPortMessage => ({
    type: 'column',
    generation,
    name: name as ColumnName,
    column,
  }));
  const { account, groups, isListed } = message;
  return [...parts, { type: 'fleetEnd', generation, account, groups, isListed, count }];
}

/** Puts the parts together again: null until a message is whole. A new generation replaces an unfinished one. */
export function createFleetAssembler(): (message: FleetPortMessage) => FleetMessage | null {
  let generation = Number.NaN;
  let columns: Partial<FleetColumns> = {};
  return (message) => {
    if (message.type === 'column') {
      if (message.generation !== generation) columns = {};
      generation = message.generation;
      columns = { ...columns, [message.name]: message.column };
      return null;
    }
    if (message.type !== 'fleetEnd') return message;
    const { count, ...rest } = message;
    const whole = { ...columns, count } as FleetColumns;
    columns = {};
    return { ...rest, type: 'fleet', columns: whole };
  };
}
