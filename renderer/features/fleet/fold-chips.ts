import { useLayoutEffect, useRef, useState } from 'react';

/** A chip as it is laid out. Pixels. */
export interface ChipSize {
  id: string;
  width: number;
  /** Chosen ones stay in sight as long as there is room for them. */
  isChosen: boolean;
}

interface ChipRoom {
  width: number;
  rows: number;
  gap: number;
  /** The width of what opens the rest. */
  more: number;
}

/** The chips without room, which the menu has: from the end, those that are not chosen first. */
export function foldedChips(chips: readonly ChipSize[], room: ChipRoom): string[] {
  const fits = (widths: readonly number[]) => rowsOf(widths, room) <= room.rows;
  if (fits(chips.map(({ width }) => width))) return [];
  const byNeed = chips.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
  for (let count = chips.length - 1; count > 0; count--) {
    const kept = new Set(byNeed.slice(0, count));
    const inOrder = chips.filter((chip) => kept.has(chip));
    if (fits([...inOrder.map(({ width }) => width), room.more]))
      return byNeed.slice(count).map(({ id }) => id);
  }
  return chips.map(({ id }) => id);
}

function rowsOf(widths: readonly number[], { width: most, gap }: ChipRoom): number {
  let rows = 1;
  let used = 0;
  for (const width of widths) {
    const next = used === 0 ? width : used + gap + width;
    if (next > most && used > 0) rows += 1;
    used = next > most ? width : next;
  }
  return rows;
}

/** The last child opens the rest; each other one is a chip, whose state is its id. */
function measured(box: HTMLElement, rows: number): string[] {
  const children = [...box.children] as HTMLElement[];
  // Widths end in fractions of a pixel, which add up in a row.
  const widthOf = (element: HTMLElement) => Math.ceil(element.getBoundingClientRect().width);
  const last = children.pop();
  const more = last ? widthOf(last) : 0;
  const chips = children.map((chip) => ({
    id: chip.dataset['state'] ?? '',
    width: widthOf(chip),
    isChosen: chip.ariaPressed === 'true',
  }));
  const gap = Number.parseFloat(getComputedStyle(box).columnGap) || 0;
  return foldedChips(chips, { width: box.clientWidth, rows, gap, more });
}

/**
 * Which chips of a box have no room in so many rows. They keep their width, out of sight; `key` changes with whatever
 * they are as wide as.
 */
export function useFoldedChips(rows: number, key: string) {
  const box = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState('');
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setFolded(measured(element, rows).join(' '));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [rows, key]);
  return { box, folded: folded.split(' ') };
}
