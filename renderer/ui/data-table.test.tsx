import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../test/support/window/show';
import { DataTable, type ColumnLayout, type DataColumn } from './data-table';
import { t } from '../../test/support/english';

interface Vehicle {
  id: string;
  name: string;
  speed: number;
}

const columns: DataColumn<Vehicle>[] = [
  { id: 'name', header: 'Name', width: 160, isSortable: true, cell: (row) => row.name },
  { id: 'speed', header: 'Speed', width: 80, align: 'end', cell: (row) => `${row.speed} km/h` },
];

const fleet = (count: number): Vehicle[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    name: `Van ${index + 1}`,
    speed: index,
  }));

function Page({ rows, onOpen = () => undefined, onMark = () => undefined }: PageProps) {
  const [selected, setSelected] = useState(-1);
  const [marked, setMarked] = useState<readonly number[]>([]);
  return (
    <DataTable
      label="Vehicles"
      columns={columns}
      count={rows.length}
      rowAt={(index) => rows[index]}
      rowLabel={(row) => row.name}
      selectedIndex={selected}
      selectedKey={rows[selected]?.id ?? null}
      onSelect={setSelected}
      onEnter={onOpen}
      marking={{
        isMarked: (index) => marked.includes(index),
        mark: (index, how) => {
          onMark(index, how);
          setMarked((before) => [...before, index]);
        },
        markAll: () => setMarked(rows.map((_, index) => index)),
        clear: () => setMarked([]),
      }}
      empty={<p>No vehicles</p>}
    />
  );
}

interface PageProps {
  rows: readonly Vehicle[];
  onOpen?: (index: number) => void;
  onMark?: (index: number, how: 'toggle' | 'range') => void;
}

const row = (name: string) => screen.getByRole('row', { name });
const selectedName = () =>
  screen
    .getAllByRole('row')
    .find((each) => each.getAttribute('aria-current') === 'true')
    ?.getAttribute('aria-label');

test('of any number of rows only those in view are drawn, and all are counted', () => {
  show(<Page rows={fleet(100_000)} />);
  expect(screen.getByRole('table', { name: 'Vehicles' }).getAttribute('aria-rowcount')).toBe(
    '100001',
  );
  const drawn = screen.getAllByRole('row');
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.length).toBeLessThan(40);
  expect(within(row('Van 2')).getByText('1 km/h')).toBeTruthy();
});

test('a row that is not loaded yet is named so', () => {
  show(<Page rows={[...fleet(1), undefined as unknown as Vehicle]} />);
  expect(row(t('ui.loading'))).toBeTruthy();
});

test('an empty table says so in a row of its own', () => {
  show(<Page rows={[]} />);
  expect(within(screen.getByRole('table')).getByRole('cell').textContent).toBe('No vehicles');
});

test('the arrow keys, Home and End move the selection, and the focus goes with it', async () => {
  const { user } = show(<Page rows={fleet(3)} />);
  await user.click(row('Van 1'));
  await user.keyboard('{ArrowDown}');
  expect(selectedName()).toBe('Van 2');
  expect(document.activeElement).toBe(row('Van 2'));
  await user.keyboard('{End}{ArrowDown}');
  expect(selectedName()).toBe('Van 3');
  await user.keyboard('{Home}');
  expect(selectedName()).toBe('Van 1');
});

test('Enter opens the row; a click selects it only', async () => {
  const onOpen = vi.fn<(index: number) => void>();
  const { user } = show(<Page rows={fleet(3)} onOpen={onOpen} />);
  await user.click(row('Van 2'));
  expect(onOpen).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith(1);
});

test('Space marks a row, Shift and an arrow a range, Ctrl and a click one more, Ctrl+A all', async () => {
  const onMark = vi.fn<(index: number, how: string) => void>();
  const { user } = show(<Page rows={fleet(4)} onMark={onMark} />);
  await user.click(row('Van 1'));
  await user.keyboard(' ');
  expect(onMark).toHaveBeenLastCalledWith(0, 'toggle');
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(onMark).toHaveBeenLastCalledWith(1, 'range');
  await user.keyboard('{Control>}');
  await user.click(row('Van 4'));
  await user.keyboard('{/Control}');
  expect(onMark).toHaveBeenLastCalledWith(3, 'toggle');
  await user.keyboard('{Control>}a{/Control}');
  expect(screen.getAllByRole('row').filter((each) => each.dataset['marked']).length).toBe(4);
});

test('a column is sorted by its name, and moved and sized by keyboard', async () => {
  const onSort = vi.fn<(column: string) => void>();
  const layout = {
    resize: vi.fn<ColumnLayout['resize']>(),
    move: vi.fn<ColumnLayout['move']>(),
    fixed: [],
  };
  const { user } = show(
    <DataTable
      label="Vehicles"
      columns={columns}
      count={1}
      rowAt={() => fleet(1)[0]}
      rowLabel={(each) => each.name}
      selectedIndex={-1}
      selectedKey={null}
      onSelect={() => undefined}
      sort={{ column: 'name', descending: true }}
      onSort={onSort}
      layout={layout}
    />,
  );
  const header = screen.getByRole('columnheader', { name: /Name/ });
  expect(header.getAttribute('aria-sort')).toBe('descending');
  await user.click(within(header).getByRole('button'));
  expect(onSort).toHaveBeenCalledWith('name');

  within(header).getByRole('separator').focus();
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  // The stand-in for a layout gives every element a width of 1,000 pixels; the widest column has 900.
  expect(layout.resize).toHaveBeenLastCalledWith('name', 900);
  await user.keyboard('{Enter}');
  expect(layout.resize).toHaveBeenLastCalledWith('name', null);
});
