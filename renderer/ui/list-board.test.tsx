import { screen, waitFor, within } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../test/support/window/show';
import { ListBoard, ListDetail, ListTable } from './list-board';
import { filterText, useList, usePagedList, type ListFilter, type ListQuery } from './use-list';
import { format, t } from '../../test/support/english';

interface Vehicle {
  id: string;
  name: string;
  speed: number | null;
  isGone?: boolean;
}

const labelOf = ({ name }: Vehicle) => name;
const columns = [
  { id: 'name', header: 'Name', width: 160, cell: labelOf },
  { id: 'speed', header: 'Speed', width: 80, cell: ({ speed }: Vehicle) => speed },
  { id: 'note', header: 'Note', width: 80, cell: () => '' },
];
const sortValues = { name: labelOf, speed: ({ speed }: Vehicle) => speed };
const filters: readonly ListFilter<Vehicle>[] = [
  { id: 'moving', word: 'Moving', passes: ({ speed }) => (speed ?? 0) > 0 },
  { id: 'fast', word: 'Fast', passes: ({ speed }) => (speed ?? 0) > 200 },
  { id: 'gone', word: 'Gone', passes: ({ isGone }) => isGone === true, isApart: true },
];
const isThere = ({ isGone }: Vehicle) => isGone !== true;
const empty = { loading: 'loading', noMatch: 'no match', none: 'none' };

const vehicles: readonly Vehicle[] = [
  { id: 'a', name: 'Camión 10', speed: 0 },
  { id: 'b', name: 'Van 9', speed: 30 },
  { id: 'c', name: 'Van 10', speed: 20 },
  { id: 'd', name: 'Trailer', speed: null },
  { id: 'e', name: 'Sold', speed: null, isGone: true },
];

interface BoardProps {
  rows: readonly Vehicle[] | null;
  textOf?: (vehicle: Vehicle) => string;
  offered?: readonly ListFilter<Vehicle>[];
  unknown?: string;
  exists?: (id: string) => boolean;
}

function Board({ rows, textOf = labelOf, offered = filters, unknown, exists }: BoardProps) {
  const list = useList({
    rows,
    labelOf,
    textOf,
    filters: offered,
    unfiltered: isThere,
    sortValues,
    ...(exists && { exists }),
  });
  return (
    <ListBoard
      title="Vehicles"
      list={list}
      columns={columns}
      rowLabel={labelOf}
      search={{ label: 'Search vehicles' }}
      matches={`${list.matched} of ${list.total}`}
      filterLabel="Vehicles to show"
      noun="device"
      bulkActions={<span>Bulk: {[...list.selection.ids].join()}</span>}
      empty={{ ...empty, ...(unknown && { unknown }) }}
      detail={
        list.current && (
          <ListDetail
            label="Details"
            title={list.current.name}
            onClose={() => list.setCurrent(null)}
          >
            <p>Speed</p>
          </ListDetail>
        )
      }
    />
  );
}

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .flatMap((row) => row.getAttribute('aria-label') ?? []);
const chip = (name: RegExp) => screen.getByRole('button', { name });
const header = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) });
const selection = () => screen.getByRole('region', { name: t('ui.selection') });

test('a search needs every word, without accents, and says how many match', async () => {
  const { user } = show(<Board rows={vehicles} />);
  expect(screen.getByText('4 of 4')).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Search vehicles' }), 'camion 1');
  await waitFor(() => expect(names()).toEqual(['Camión 10']));
  expect(screen.getByText('1 of 4')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(names().length).toBe(4));
});

test('a search reads the text of each row once, not with each key', async () => {
  const textOf = vi.fn<typeof labelOf>(labelOf);
  const { user } = show(<Board rows={vehicles} textOf={textOf} />);
  await user.type(screen.getByRole('searchbox', { name: 'Search vehicles' }), 'van 1');
  await waitFor(() => expect(names()).toEqual(['Van 10']));
  expect(textOf).toHaveBeenCalledTimes(vehicles.length);
});

test('filters have their counts; one without rows is not offered, and one apart is not counted', async () => {
  const { user } = show(<Board rows={vehicles} />);
  expect(chip(/^All/).textContent).toContain('(4)');
  expect(chip(/^Moving/).textContent).toContain('(2)');
  expect(screen.queryByRole('button', { name: /^Fast/ })).toBeNull();
  expect(names()).not.toContain('Sold');
  await user.click(chip(/^Gone/));
  expect(names()).toEqual(['Sold']);
  expect(screen.getByText('1 of 1')).toBeTruthy();
  await user.click(chip(/^All/));
  expect(names().length).toBe(4);
});

test('a filter is counted once, also if another one is replaced', () => {
  const passes = vi.fn<(row: Vehicle) => boolean>(({ speed }) => (speed ?? 0) > 0);
  const offered = (id: string | null): ListFilter<Vehicle>[] => [
    { id: 'moving', word: 'Moving', passes },
    { id: 'changed', word: 'Changed', passes: (row) => row.id === id, isAlwaysOffered: true },
  ];
  const { rerender } = show(<Board rows={vehicles} offered={offered(null)} />);
  expect(chip(/^Changed/).textContent).toContain('(0)');
  rerender(<Board rows={vehicles} offered={offered('a')} />);
  expect(chip(/^Changed/).textContent).toContain('(1)');
  expect(chip(/^Moving/).textContent).toContain('(2)');
  expect(passes).toHaveBeenCalledTimes(vehicles.length);
});

test('columns sort naturally in both directions, with unknown values last', async () => {
  const { user } = show(<Board rows={vehicles} />);
  expect(names()).toEqual(['Camión 10', 'Trailer', 'Van 9', 'Van 10']);
  await user.click(within(header('Speed')).getByRole('button'));
  expect(names()).toEqual(['Camión 10', 'Van 10', 'Van 9', 'Trailer']);
  await user.click(within(header('Speed')).getByRole('button'));
  expect(names()).toEqual(['Van 9', 'Van 10', 'Camión 10', 'Trailer']);
  // There is no value to sort it by.
  expect(within(header('Note')).queryByRole('button')).toBeNull();
});

test('selected rows stay selected where a filter hides them, and removed ones do not', async () => {
  const { user, rerender } = show(<Board rows={vehicles} />);
  expect(screen.queryByRole('region', { name: t('ui.selection') })).toBeNull();
  await user.click(
    screen.getByRole('checkbox', { name: t('ui.selection.select', { row: 'Van 9' }) }),
  );
  await user.click(
    screen.getByRole('checkbox', { name: t('ui.selection.select', { row: 'Trailer' }) }),
  );
  expect(selection().textContent).toContain('Bulk: b,d');
  await user.click(chip(/^Moving/));
  expect(selection().textContent).toContain('Bulk: b,d');
  rerender(<Board rows={vehicles.filter(({ id }) => id !== 'd')} />);
  expect(selection().textContent).toContain('Bulk: b');
  expect(selection().textContent).not.toContain('d,');
  await user.click(within(selection()).getByRole('button', { name: t('ui.selection.clear') }));
  expect(screen.queryByRole('region', { name: t('ui.selection') })).toBeNull();
});

test('selected rows that another filter of main leaves out stay selected', async () => {
  const exists = () => true;
  const { user, rerender } = show(<Board rows={vehicles} exists={exists} />);
  await user.click(
    screen.getByRole('checkbox', { name: t('ui.selection.select', { row: 'Trailer' }) }),
  );
  rerender(<Board rows={vehicles.filter(({ id }) => id !== 'd')} exists={exists} />);
  await user.click(
    screen.getByRole('checkbox', { name: t('ui.selection.select', { row: 'Van 9' }) }),
  );
  expect(selection().textContent).toContain('Bulk: d,b');
});

test('the details are those of the current row, and Escape closes them', async () => {
  const { user } = show(<Board rows={vehicles} />);
  await user.click(screen.getByRole('row', { name: 'Van 9' }));
  expect(screen.getByRole('region', { name: 'Details' }).textContent).toContain('Van 9');
  await user.keyboard('{Home}');
  expect(screen.getByRole('region', { name: 'Details' }).textContent).toContain('Camión 10');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Details' })).toBeNull();
});

function Members({ onClose }: { onClose: () => void }) {
  const list = useList({ rows: vehicles, labelOf, textOf: labelOf });
  return (
    <ListDetail label="Group" title="Group" onClose={onClose}>
      <ListTable label="Members" list={list} columns={columns} rowLabel={labelOf} empty={empty} />
    </ListDetail>
  );
}

test('a table within details leaves Escape to them', async () => {
  const onClose = vi.fn<() => void>();
  const { user } = show(<Members onClose={onClose} />);
  await user.click(screen.getByRole('row', { name: 'Van 9' }));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('an empty list is loading, unknown, without rows, or without a match', async () => {
  const { user, rerender } = show(<Board rows={null} />);
  expect(screen.getByText(empty.loading)).toBeTruthy();
  rerender(<Board rows={[]} />);
  expect(screen.getByText(empty.none)).toBeTruthy();
  rerender(<Board rows={[]} unknown="not known" />);
  expect(screen.getByText('not known')).toBeTruthy();
  rerender(<Board rows={vehicles} unknown="not known" />);
  await user.type(screen.getByRole('searchbox'), 'zeppelin');
  expect(await screen.findByText(empty.noMatch)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common.clearFilters') }));
  await waitFor(() => expect(names().length).toBe(4));
});

const longList = Array.from({ length: 3_000 }, (_, index) => ({
  id: `${index}`,
  name: `Row ${index}`,
}));
type Row = (typeof longList)[number];
const rowLabel = ({ name }: Row) => name;
const inQuery = (rows: readonly Row[], { text, filter }: ListQuery) =>
  rows.filter(({ id, name }) => name.includes(text) && (filter !== 'even' || Number(id) % 2 === 0));

function Paged({ onRead }: { onRead: (from: number, limit: number) => void }) {
  const [rows, setRows] = useState<readonly Row[]>(longList);
  const list = usePagedList<Row>({
    read: useCallback(
      (query: ListQuery, from: number, limit: number) => {
        onRead(from, limit);
        const found = inQuery(rows, query);
        return Promise.resolve({
          ok: true as const,
          value: { total: found.length, rows: found.slice(from, from + limit) },
        });
      },
      [rows, onRead],
    ),
    readIds: useCallback(
      (query: ListQuery) =>
        Promise.resolve({ ok: true as const, value: inQuery(rows, query).map(({ id }) => id) }),
      [rows],
    ),
    chips: [{ id: 'even', word: 'Even', count: 1_500 }],
    all: 3_000,
    version: rows,
  });
  return (
    <>
      <button onClick={() => setRows([{ id: 'new', name: 'New' }, ...rows])}>Add above</button>
      <button onClick={() => list.setFilter('even')}>Filter</button>
      <p>Selected: {list.selection.ids.size}</p>
      <p>Current: {list.current?.name}</p>
      <ListTable
        label="Rows"
        list={list}
        columns={[{ id: 'name', header: 'Name', width: 90, cell: rowLabel }]}
        rowLabel={rowLabel}
        isSelectable
        empty={empty}
      />
    </>
  );
}

test('a paged list reads only what is on screen, and selects what it has not read', async () => {
  const onRead = vi.fn<(from: number, limit: number) => void>();
  const { user } = show(<Paged onRead={onRead} />);
  expect(screen.getByText(empty.loading)).toBeTruthy();
  await screen.findByRole('row', { name: 'Row 3' });
  expect(Math.max(...onRead.mock.calls.map(([, limit]) => limit))).toBeLessThan(100);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: 'Row 3' })).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: t('ui.selection.all') }));
  expect(await screen.findByText('Selected: 1500')).toBeTruthy();
});

test('the current row of a paged list stays current where rows are added above it', async () => {
  const { user } = show(<Paged onRead={() => undefined} />);
  await user.click(await screen.findByRole('row', { name: 'Row 2' }));
  await user.click(screen.getByRole('button', { name: 'Add above' }));
  await screen.findByRole('row', { name: 'New' });
  expect(screen.getByText('Current: Row 2')).toBeTruthy();
  expect(screen.getByRole('row', { name: 'Row 2' }).getAttribute('aria-current')).toBe('true');
});

test('the text of a filter names what is set and nothing else', () => {
  expect(filterText([null, undefined, ''], '  ', format)).toBe('');
  expect(filterText(['Limits', null], ' van ', format)).toBe('Limits; search “van”');
});
