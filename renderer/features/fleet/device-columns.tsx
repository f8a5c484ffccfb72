import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FleetRow, SortColumn } from '#features/fleet-data';
import { until, type Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import { StateBadge } from '#ui/state-badge';
import { AgeText } from '#ui/age-text';
import classes from './devices.module.css';

/** What a column is called, in the table and in the column chooser. */
export const columnNames: Record<SortColumn, string> = {
  name: 'Name',
  state: 'State',
  fixAt: 'Last fix',
  speed: 'Speed',
  battery: 'Battery',
  groups: 'Groups',
  description: 'Description',
  phone: 'Phone',
  tags: 'Tags',
  expiresAt: 'Expires',
  id: 'Id',
};

/** A device without its name is no row anybody could use. */
export const fixedColumns: readonly SortColumn[] = ['name'];

const isOld = ({ state }: FleetRow) => state === 'stale' || state === 'silent';

interface ColumnLook {
  width: number;
  grows?: boolean;
  align?: 'end';
  sticks?: boolean;
}

const looks: Record<SortColumn, ColumnLook> = {
  name: { width: 232, grows: true, sticks: true },
  state: { width: 148 },
  fixAt: { width: 104 },
  speed: { width: 88, align: 'end' },
  battery: { width: 80, align: 'end' },
  groups: { width: 150 },
  description: { width: 180 },
  phone: { width: 130 },
  tags: { width: 170 },
  expiresAt: { width: 150 },
  id: { width: 130 },
};

/** The columns in their order, with cells that format only what is drawn. */
export function deviceColumns(
  format: Format,
  hidden: readonly string[],
  now: () => number,
): DataColumn<FleetRow>[] {
  const text = (value: string) => (value ? <span title={value}>{value}</span> : null);
  const cells: Record<SortColumn, DataColumn<FleetRow>['cell']> = {
    state: ({ state, unlistedAt }) =>
      unlistedAt === null ? (
        <StateBadge state={state} />
      ) : (
        <StateBadge
          state={state}
          word="No longer listed"
          meaning={`The service’s list has not held it since ${format.moment(unlistedAt)}; this is the last known copy.`}
        />
      ),
    name: (row) => (
      <span className={classes.name} title={row.label}>
        <span className={classes.label}>{row.label}</span>
        {row.isCritical && <Critical />}
      </span>
    ),
    fixAt: (row) => (row.fixAt === null ? <Nothing>no fix</Nothing> : <AgeText at={row.fixAt} />),
    speed: (row) =>
      row.speed === null ? (
        <Nothing />
      ) : (
        <Value isOld={isOld(row)}>{format.speed(row.speed)}</Value>
      ),
    battery: (row) =>
      row.battery === null ? (
        <Nothing />
      ) : (
        <Value isOld={isOld(row)}>{format.count(row.battery)} %</Value>
      ),
    groups: (row) => text(row.groups.join(', ')),
    description: (row) => text(row.description),
    phone: (row) => text(row.phone),
    tags: (row) => text(row.tags),
    expiresAt: ({ expiresAt }) =>
      expiresAt === null ? (
        <Nothing>no date</Nothing>
      ) : (
        <span title={format.moment(expiresAt)}>
          {expiresAt <= now() ? `expired ${until(expiresAt, now())}` : until(expiresAt, now())}
        </span>
      ),
    id: (row) => text(row.id),
  };
  return (Object.keys(columnNames) as SortColumn[])
    .filter((column) => !hidden.includes(column))
    .map((column) => ({
      id: column,
      header: columnNames[column],
      isSortable: true,
      cell: cells[column],
      ...looks[column],
    }));
}

function Nothing({ children }: { children?: string }) {
  return (
    <span className={classes.quiet} title={children ? undefined : 'not provided'}>
      {children ?? '–'}
    </span>
  );
}

function Value({ isOld: old, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <span className={old ? classes.quiet : undefined} title={old ? 'From an old fix' : undefined}>
      {children}
    </span>
  );
}

function Critical() {
  return (
    <span className={classes.critical} title="The last fix carries a critical alert">
      <IconAlertTriangleFilled size={13} aria-hidden />
      <span> critical</span>
    </span>
  );
}
