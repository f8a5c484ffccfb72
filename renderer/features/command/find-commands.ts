import type { FleetRow } from '#engines/fleet';
import { fold } from '#shared/domain/text';
import { nameRank, nameSearch, searchRanks } from '#lib/find-text';

/** A page or an action. */
export interface Command {
  kind: 'page' | 'action';
  name: string;
  run: () => void;
}

export type Found = { rank: number; key: string; name: string } & (
  { kind: 'page' | 'action'; command: Command } | { kind: 'device'; id: string; note: string }
);

const mostShown = 10;

/** What to show for a search: devices that the worker found, and commands, together. */
export function findCommands(
  commands: readonly Command[],
  devices: readonly Pick<FleetRow, 'id' | 'label' | 'description'>[],
  search: string,
): Found[] {
  const wanted = nameSearch(search);
  // Nothing typed: the pages and actions themselves.
  const isAll = wanted.words.length === 0;
  const found: Found[] = [];
  for (const command of commands) {
    const { kind, name } = command;
    const rank = isAll ? searchRanks.name : nameRank(fold(name), wanted);
    if (rank === searchRanks.elsewhere) continue;
    found.push({ kind, rank, key: `${kind}:${name}`, name, command });
  }
  for (const { id, label, description } of devices) {
    const rank = nameRank(fold(label), wanted);
    found.push({ kind: 'device', rank, key: `device:${id}`, name: label, id, note: description });
  }
  const bestFirst = found.toSorted((a, b) => a.rank - b.rank);
  return isAll ? bestFirst : bestFirst.slice(0, mostShown);
}
