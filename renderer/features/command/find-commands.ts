import { searchForm } from '#shared/domain/text';
import { nameRank, nameSearch, searchRanks, type NameSearch } from '#lib/find-text';

/** What can be found, in the order of equally good answers. */
export const commandKinds = [
  'device',
  'place',
  'group',
  'user',
  'view',
  'page',
  'map',
  'action',
  'setting',
] as const;
export type CommandKind = (typeof commandKinds)[number];

/** Something that the search finds by its name, or else by its keywords, and what choosing it does. */
export interface Command {
  kind: CommandKind;
  /** Unique in its kind. */
  id: string;
  name: string;
  /** Other words for it, and words that are shown nowhere. */
  keywords?: string;
  /** Beside its name. */
  note?: string;
  run: () => void;
}

/** A heading with what was found below it. */
export interface Section {
  kind: CommandKind | 'recent';
  commands: Command[];
}

/** What more could be under one heading is found by typing more. */
const mostInSection = 8;
const mostRecent = 6;

export const keyOf = ({ kind, id }: Pick<Command, 'kind' | 'id'>) => `${kind}:${id}`;

type Ranked = { command: Command; rank: number };

/** The names are folded with the first search, for all keys of it. */
export function commandFinder(commands: readonly Command[]): (search: string) => Ranked[] {
  const foldAll = () =>
    commands.map(({ name, keywords = '' }) => ({
      name: searchForm(name),
      all: searchForm(`${name} ${keywords}`),
    }));
  let known: ReturnType<typeof foldAll> | null = null;
  return (search) => {
    const wanted = nameSearch(search);
    const folded = (known ??= foldAll());
    return commands.flatMap((command, index) => {
      const rank = rankOf(folded[index]!, wanted);
      return rank === null ? [] : [{ command, rank }];
    });
  };
}

function rankOf({ name, all }: { name: string; all: string }, wanted: NameSearch): number | null {
  const rank = nameRank(name, wanted);
  if (rank !== searchRanks.elsewhere) return rank;
  // "lock" is not to find a clock.
  return nameRank(all, wanted) <= searchRanks.wordStart ? rank : null;
}

/** Devices that the worker found, by their names and by whatever else it searches. */
export function rankedDevices(devices: readonly Command[], search: string): Ranked[] {
  const wanted = nameSearch(search);
  return devices.map((command) => ({ command, rank: nameRank(searchForm(command.name), wanted) }));
}

/** Under headings: the one with the best answer first, and in each of them the best first. */
export function inSections(found: readonly Ranked[]): Section[] {
  const best = found.toSorted((a, b) => a.rank - b.rank);
  const kinds = [...new Set(best.map(({ command }) => command.kind))];
  const bestRank = (kind: CommandKind) => best.find(({ command }) => command.kind === kind)!.rank;
  const order = (kind: CommandKind) => bestRank(kind) * commandKinds.length + placeOf(kind);
  return kinds
    .toSorted((a, b) => order(a) - order(b))
    .map((kind) => ({
      kind,
      commands: best
        .filter(({ command }) => command.kind === kind)
        .slice(0, mostInSection)
        .map(({ command }) => command),
    }));
}

const placeOf = (kind: CommandKind) => commandKinds.indexOf(kind);

/** Before anything is typed: what was opened last, then the actions. */
export function withoutSearch(recent: readonly Command[], commands: readonly Command[]): Section[] {
  const sections: Section[] = [
    { kind: 'recent', commands: recent.slice(0, mostRecent) },
    { kind: 'action', commands: commands.filter(({ kind }) => kind === 'action') },
  ];
  return sections.filter((section) => section.commands.length > 0);
}
