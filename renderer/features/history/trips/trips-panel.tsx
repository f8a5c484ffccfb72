import { Button, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconRoute, IconSquareFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { defaultTripRules, type TripRules } from '#shared/domain/trip';
import { distanceMethod } from '#shared/history/distance';
import { NumberSetting, useSettings } from '#features/settings';
import { api } from '#lib/api';
import { duration, type Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import classes from '../history.module.css';
import { totalsOf, type TripRow } from './trip-rows';
import type { FoundTrips } from './use-trips';

export interface TripsView {
  trips: FoundTrips;
  labels: readonly string[];
  colours: readonly string[];
  picked: string | null;
  onPick: (row: TripRow) => void;
  /** Plays from where the cursor is, or stops. */
  onPlay: () => void;
}

/** Trips and stops, with what they add up to and by which thresholds they were found. */
export function TripsPanel({ trips, labels, colours, picked, onPick, onPlay }: TripsView) {
  const format = useFormat();
  const { tripRules } = useSettings();
  const { rows, isBusy, fault, retry } = trips;
  const columns = useMemo(() => tripColumns(format, labels, colours), [format, labels, colours]);
  return (
    <section className={classes.trips} aria-label="Trips and stops">
      <div className={classes.tripsHead}>
        <h2 className={classes.tripsTitle}>
          Trips and stops
          <Rules rules={tripRules} />
        </h2>
        <span className={classes.quiet}>
          Computed by Waypost, not provided by the service: staying within{' '}
          {format.count(tripRules.stopRadiusMetres)} m for {format.number(tripRules.stopMinutes)}{' '}
          min counts as a stop. Distance: {distanceMethod}.
        </span>
        <ul className={classes.totals} aria-label="Totals">
          {labels.map((label, i) => {
            const totals = totalsOf(rows, i);
            return (
              <li key={label}>
                <span className={classes.dot} style={{ background: colours[i] }} aria-hidden />
                <span className={classes.chipName}>{label}</span>
                <span className={classes.quiet}>
                  {format.counted(totals.trips, 'trip')}, {kilometres(totals.metres, format)},{' '}
                  {duration(totals.drivingMs / 1000)} under way,{' '}
                  {format.counted(totals.stops, 'stop')}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      {fault && (
        <div className={classes.notice}>
          <FaultNotice
            fault={fault}
            context="open"
            actions={
              <Button size="xs" onClick={retry}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      <div className={classes.tripsTable}>
        <DataTable
          label="Trips and stops"
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={(row) => rowText(row, labels, format)}
          rowHeight={30}
          selectedIndex={rows.findIndex(({ id }) => id === picked)}
          selectedKey={picked}
          onSelect={(index) => rows[index] && onPick(rows[index])}
          onEnter={(index) => {
            const row = rows[index];
            if (row && row.id !== picked) onPick(row);
            onPlay();
          }}
          empty={
            <EmptyList>
              {isBusy && 'Looking for trips…'}
              {!isBusy && !fault && 'No trips or stops in the downloaded range.'}
            </EmptyList>
          }
        />
      </div>
    </section>
  );
}

/** "12.4 km". */
export function kilometres(metres: number, format: Format): string {
  return `${format.number(Math.round(metres / 100) / 10)} km`;
}

function rowText(row: TripRow, labels: readonly string[], format: Format): string {
  const what = row.kind === 'trip' ? 'Trip' : 'Stop';
  return `${what} of ${labels[row.track] ?? ''} from ${format.moment(row.from)}`;
}

function tripColumns(
  format: Format,
  labels: readonly string[],
  colours: readonly string[],
): DataColumn<TripRow>[] {
  return [
    {
      id: 'what',
      header: 'What',
      width: labels.length > 1 ? 130 : 74,
      grows: labels.length > 1,
      cell: ({ kind, track }) => {
        const what = kind === 'trip' ? 'Trip' : 'Stop';
        const label = labels.length > 1 ? labels[track] : undefined;
        return (
          <span className={classes.what} title={label && `${what}, ${label}`}>
            {label && (
              <span className={classes.dot} style={{ background: colours[track] }} aria-hidden />
            )}
            {kind === 'trip' ? (
              <IconRoute size={14} aria-hidden />
            ) : (
              <IconSquareFilled size={10} aria-hidden />
            )}
            {/* Of several devices the name is what tells rows apart; the sign says what it is. */}
            <span className={classes.chipName}>{label ?? what}</span>
          </span>
        );
      },
    },
    {
      id: 'from',
      header: 'From',
      width: 178,
      cell: ({ from }) => format.moment(from),
    },
    {
      id: 'duration',
      header: 'For',
      width: 84,
      align: 'end',
      cell: ({ from, to }) => duration((to - from) / 1000),
    },
    {
      id: 'distance',
      header: 'Distance',
      width: 76,
      align: 'end',
      cell: ({ metres, hasGap }) =>
        metres !== null && (
          <span title={hasGap ? 'Nothing was reported for a part of the trip' : undefined}>
            {hasGap && '≈ '}
            {kilometres(metres, format)}
          </span>
        ),
    },
    {
      id: 'speed',
      header: 'Top speed',
      width: 84,
      align: 'end',
      cell: ({ maxSpeed }) => maxSpeed !== null && format.speed(maxSpeed),
    },
    { id: 'to', header: 'To', width: 178, cell: ({ to }) => format.moment(to) },
  ];
}

interface RuleField {
  name: keyof TripRules;
  label: string;
  description: string;
  min: number;
  max: number;
  decimals?: number;
}

const ruleFields: readonly RuleField[] = [
  {
    name: 'stopMinutes',
    label: 'A stop lasts (minutes)',
    description: 'Shorter halts, at lights or in traffic, belong to the trip.',
    min: 0.5,
    max: 240,
    decimals: 1,
  },
  {
    name: 'stopRadiusMetres',
    label: 'At one place within (metres)',
    description: 'Receivers drift while a vehicle stands.',
    min: 10,
    max: 2000,
  },
  {
    name: 'minTripMetres',
    label: 'A trip is at least (metres)',
    description: 'Shorter ones are not listed.',
    min: 0,
    max: 20_000,
  },
  {
    name: 'minTripMinutes',
    label: 'A trip lasts at least (minutes)',
    description: 'Shorter ones are not listed.',
    min: 0,
    max: 120,
    decimals: 1,
  },
  {
    name: 'gapMinutes',
    label: 'A gap is longer than (minutes)',
    description: 'The track is drawn dashed where nothing was reported for longer.',
    min: 1,
    max: 1440,
    decimals: 1,
  },
  {
    name: 'jumpKmh',
    label: 'A jump is faster than (km/h)',
    description: 'No track is drawn and no distance counted there.',
    min: 50,
    max: 2000,
  },
];

function Rules({ rules }: { rules: TripRules }) {
  const save = (tripRules: TripRules) => void api.settings.change({ tripRules });
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={13} aria-hidden />}
        >
          Thresholds
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.rules}>
          {ruleFields.map(({ name, ...field }) => (
            <NumberSetting
              key={name}
              {...field}
              value={rules[name]}
              onSave={(value) => save({ ...rules, [name]: value })}
            />
          ))}
          <Button size="compact-xs" variant="default" onClick={() => save(defaultTripRules)}>
            Reset to defaults
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
