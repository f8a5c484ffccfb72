import { useDeferredValue, useMemo, useState } from 'react';
import { filterText } from '#lib/filter-text';
import { withWords } from '#lib/find-text';
import { inOrder, turned, type Sort, type SortValue } from '#lib/in-order';

export interface RecordFilter<R> {
  id: string;
  word: string;
  title: string;
  passes: (record: R) => boolean;
}

interface ShownRecordsOptions<R> {
  all: readonly R[];
  filters: readonly RecordFilter<R>[];
  labelOf: (record: R) => string;
  textOf: (record: R) => string;
  sortValues: Readonly<Record<string, (record: R) => SortValue>>;
}

/** The search, the filter and the sort of a list, and what they leave of it. */
export function useShownRecords<R extends { id: string }>(options: ShownRecordsOptions<R>) {
  const { all, filters, labelOf, textOf, sortValues } = options;
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<string | null>(null);
  const [sort, setSort] = useState<Sort<string>>({ column: 'name', descending: false });
  const wanted = useDeferredValue(search);
  const chosen = filters.find(({ id }) => id === filter);
  const shown = useMemo(() => {
    const fitting = chosen ? all.filter(chosen.passes) : all;
    const found = withWords(fitting, wanted, textOf);
    return inOrder(found, sortValues[sort.column] ?? labelOf, labelOf, sort.descending);
  }, [all, chosen, wanted, textOf, labelOf, sortValues, sort]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const chips = useMemo(
    () =>
      filters
        .map(({ id, word, title, passes }) => ({
          id,
          word,
          title,
          count: all.filter(passes).length,
        }))
        .filter(({ id, count }) => count > 0 || id === filter),
    [filters, all, filter],
  );
  return {
    shown,
    order,
    search,
    setSearch,
    filter,
    setFilter,
    chips,
    sort,
    sortBy: (column: string) => setSort(turned(sort, column)),
    /** Names the filter and the search; empty without one. */
    filterText: filterText([chosen?.title], search),
  };
}
