/**
 * Where the user looks. The same object means that nothing changed. Devices in several lists have the
 * highest level.
 */
export interface Attention {
  selected: string | null;
  /** On the map or in the visible rows of the table. */
  inView: readonly string[];
  /** In the table with the present filter; empty without a filter. */
  inTable: readonly string[];
}

export const noAttention: Attention = { selected: null, inView: [], inTable: [] };

/** How much the user sees of a device. */
export const levels = { rest: 0, inTable: 1, inView: 2 } as const;
/** How much the error of a device counts, by level. */
const weights = [1, 4, 25] as const;

/** The attention by the index of devices. */
export interface IndexedAttention {
  /** Returns whether it changed. */
  set(attention: Attention, indexOf: (id: string) => number | undefined): boolean;
  /** The indexes changed. */
  reindex(): void;
  level(device: number): number;
  weight(device: number): number;
  /** The selected device; -1: none. */
  selected(): number;
  inView(): readonly number[];
  /**
   * The first device in view, else in the table, that is accepted; -1: none. A device that was not
   * accepted is not offered again before `restart` or a change.
   */
  nextInOrder(isAccepted: (device: number) => boolean): number;
  restart(): void;
}

export function createAttention(): IndexedAttention {
  let current: Attention | null = null;
  const levelOf = new Map<number, number>();
  let selected = -1;
  let inView: number[] = [];
  /** The devices in view, then those in the table. */
  let inOrder: number[] = [];
  let cursor = 0;

  type IndexOf = (id: string) => number | undefined;
  const indexesOf = (ids: readonly string[], indexOf: IndexOf) =>
    ids.map((id) => indexOf(id) ?? -1).filter((device) => device >= 0);

  return {
    set: (attention, indexOf) => {
      if (attention === current) return false;
      current = attention;
      selected = attention.selected === null ? -1 : (indexOf(attention.selected) ?? -1);
      inView = indexesOf(attention.inView, indexOf);
      const inTable = indexesOf(attention.inTable, indexOf);
      inOrder = [...inView, ...inTable];
      cursor = 0;
      levelOf.clear();
      for (const device of inTable) levelOf.set(device, levels.inTable);
      for (const device of inView) levelOf.set(device, levels.inView);
      if (selected >= 0) levelOf.set(selected, levels.inView);
      return true;
    },
    reindex: () => {
      current = null;
    },
    level: (device) => levelOf.get(device) ?? levels.rest,
    weight: (device) => weights[levelOf.get(device) ?? levels.rest]!,
    selected: () => selected,
    inView: () => inView,
    nextInOrder: (isAccepted) => {
      while (cursor < inOrder.length && !isAccepted(inOrder[cursor]!)) cursor++;
      return inOrder[cursor] ?? -1;
    },
    restart: () => {
      cursor = 0;
    },
  };
}
