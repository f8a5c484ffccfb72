import { mostListed } from '#shared/domain/handover';

/** A list with the number of all items and the first of them. */
export interface TopItems<T> {
  total: number;
  items: T[];
}

export const topOf = <T>(all: readonly T[]): TopItems<T> => ({
  total: all.length,
  items: all.slice(0, mostListed),
});
