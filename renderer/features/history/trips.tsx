import { Menu, SegmentedControl } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { defaultTripRules } from '#shared/domain/history';
import { hasPosition } from '#shared/history/track';
import type { NumberedStop } from '#shared/history/stops';
import { tracks as trackClient, type LoadedTrack, type StopMark } from '#engines/tracks';
import { NearestStreet } from '#features/fleet';
import { newPlaceAt } from '#features/places';
import { useSettings } from '#features/settings';
import type { Format } from '#lib/format';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { page } from '#ui/page';
import { PointMenu } from '#ui/point-menu';
import type { PrintedColumn } from '#ui/print-table';
import { arrangeHistory, stopFilters, useHistoryLayout } from './history-layout';
import type { ShownTrack } from './history-store';
import classes from './history.module.css';
import {
  haveSameDevices,
  totalsOf,
  tripRows,
  type StopGroup,
  type TripRow,
  type TripTotals,
} from './trip-rows';
import { ListChoice } from './visits';

interface TripsPanelProps {
  tracks: readonly ShownTrack[];
  trips: FoundTrips;
  /** The rows that the filter leaves. */
  rows: readonly TripRow[];
  /** All is on one day: times are shown without the date. */
  isOneDay: boolean;
  selectedId: string | null;
  /** null: nothing is selected any more. */
  onSelect: (row: TripRow | null) => void;
  /** Plays from the cursor, or pauses. */
  onPlay: () => void;
}

/** Trips and stops of the range, with their totals and a filter of the list. */
export function TripsPanel(props: TripsPanelProps) {
  const { tracks, trips, rows, isOneDay, selectedId, onSelect, onPlay } = props;
  const format = useFormat();
  const { t } = format;
  const { leastStopMinutes } = useHistoryLayout();
  const columns = useMemo(() => tripColumns(format, tracks, isOneDay), [format, tracks, isOneDay]);
  const printed = useMemo(() => ({ columns: printedTrips(format, tracks) }), [format, tracks]);
  const [menu, setMenu] = useState<StopMenuProps['opened']>(null);
  const nameOf = ({ part, track, from }: TripRow) =>
    t(part.kind === 'trip' ? 'history.trips.tripOf' : 'history.trips.stopOf', {
      device: tracks[track]?.label ?? '',
      time: format.moment(from),
    });
  const empty = () => {
    if (trips.isBusy) return t('history.trips.looking');
    return trips.rows.length > 0 ? t('history.trips.noLongStops') : t('history.trips.none');
  };
  return (
    <section className={classes.trips} aria-label={t('history.trips')}>
      <div className={classes.tripsHead}>
        <ul className={classes.totals} aria-label={t('history.trips.totals')}>
          {tracks.map(({ deviceId, label, colour, columns: of }, i) => (
            <li key={deviceId} title={t('history.trips.totals.help')}>
              {tracks.length > 1 && (
                <>
                  <span className={classes.dot} style={{ background: colour }} aria-hidden />
                  <bdi className={page.cut}>{label}</bdi>
                </>
              )}
              <span className={tracks.length > 1 ? page.quiet : undefined}>
                {hasPosition(of)
                  ? totalsText(totalsOf(trips.rows, i), format)
                  : t('history.trips.totals.noPositions')}
              </span>
            </li>
          ))}
        </ul>
        <ListChoice />
        <span className={classes.filter}>
          <span className={page.quiet} aria-hidden>
            {t('history.trips.filter')}
          </span>
          <SegmentedControl
            size="xs"
            className={page.rest}
            aria-label={t('history.trips.filter.label')}
            value={String(leastStopMinutes)}
            data={stopFilters.map((minutes) => ({
              value: String(minutes),
              label: minutes === 0 ? t('history.trips.filter.all') : format.span(minutes * 60_000),
            }))}
            onChange={(value) =>
              arrangeHistory({
                leastStopMinutes: stopFilters.find((minutes) => String(minutes) === value) ?? 0,
              })
            }
          />
        </span>
      </div>
      <div className={page.restBelow}>
        <DataTable
          label={t('history.trips')}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={nameOf}
          rowHeight={46}
          printed={printed}
          selectedIndex={rows.findIndex(({ id }) => id === selectedId)}
          selectedKey={selectedId}
          onSelect={(index) => rows[index] && onSelect(rows[index])}
          onEscape={() => onSelect(null)}
          onEnter={(index) => {
            const row = rows[index];
            if (row && row.id !== selectedId) onSelect(row);
            onPlay();
          }}
          // A trip is not at one position.
          onRowMenu={(index, at) => {
            const row = rows[index];
            if (row?.part.kind === 'stop') setMenu({ at, stop: row.part, name: nameOf(row) });
          }}
          empty={<EmptyList>{empty()}</EmptyList>}
        />
      </div>
      <StopMenu opened={menu} onClose={() => setMenu(null)} />
    </section>
  );
}

interface StopMenuProps {
  opened: { at: { x: number; y: number }; stop: NumberedStop; name: string } | null;
  onClose: () => void;
}

/** What can be done with the position of a stop. */
function StopMenu({ opened, onClose }: StopMenuProps) {
  const { t } = useFormat();
  return (
    <PointMenu label={opened?.name ?? ''} at={opened?.at ?? null} onClose={onClose}>
      {opened && (
        <>
          <Menu.Label>{opened.name}</Menu.Label>
          <Menu.Item data-autofocus onClick={() => newPlaceAt(opened.stop)}>
            {t('places.newHere')}
          </Menu.Item>
        </>
      )}
    </PointMenu>
  );
}

/** "12 trips, 214.3 km, 3 h 05 driving, 4 stops". */
function totalsText({ trips, metres, drivingMs, stops }: TripTotals, format: Format): string {
  const { t, trackLength, shortDuration } = format;
  if (trips === 0) return t('history.trips.totals.noTrips', { stops });
  const [length, duration] = [trackLength(metres), shortDuration(drivingMs / 1000)];
  return t('history.trips.totals.all', { trips, length, duration, stops });
}

/** Times and place; below them the day and the duration, the distance and the device, where these distinguish rows. */
function tripColumns(
  format: Format,
  tracks: readonly ShownTrack[],
  isOneDay: boolean,
): DataColumn<TripRow>[] {
  const { t } = format;
  const areSeveral = tracks.length > 1;
  return [
    {
      id: 'number',
      header: t('history.trips.number'),
      width: 48,
      cell: ({ part, track }) =>
        part.kind === 'stop' ? (
          <span
            className={classes.number}
            style={areSeveral ? { background: tracks[track]?.colour } : undefined}
          >
            {format.count(part.number)}
          </span>
        ) : (
          <IconArrowNarrowRight
            size={20}
            aria-label={t('history.trips.trip')}
            className={classes.trip}
          />
        ),
    },
    {
      id: 'from',
      header: t('history.trips.time'),
      // "02:03 pm – 02:45 pm" has room, in Arabic too, and so has a day before a duration.
      width: isOneDay ? 144 : 150,
      cell: ({ from, to }) => (
        <span className={classes.lines}>
          <span className={classes.times}>
            {t('history.fromTo', { from: format.time(from), to: format.time(to) })}
          </span>
          <span className={`${page.quiet} ${classes.facts}`}>
            {!isOneDay && <span>{format.day(from)}</span>}
            <span>{format.shortDuration((to - from) / 1000)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'place',
      header: t('history.trips.place'),
      width: 96,
      grows: true,
      cell: ({ part, track }) => (
        <span className={classes.lines}>
          <span className={part.kind === 'trip' ? page.cut : classes.twoLines}>
            <NearestStreet {...(part.kind === 'trip' ? part.end : part)} />
          </span>
          <Below row={part} device={areSeveral ? tracks[track] : undefined} />
        </span>
      ),
    },
  ];
}

/** On paper each value has a column of its own. */
function printedTrips(format: Format, tracks: readonly ShownTrack[]): PrintedColumn<TripRow>[] {
  const { t } = format;
  const tripOnly = (text: (trip: Extract<TripRow['part'], { kind: 'trip' }>) => string) => {
    const cell = ({ part }: TripRow) => part.kind === 'trip' && text(part);
    return cell;
  };
  const device: PrintedColumn<TripRow> = {
    id: 'device',
    header: t('common.device'),
    cell: ({ track }) => tracks[track]?.label,
  };
  return [
    ...(tracks.length > 1 ? [device] : []),
    {
      id: 'kind',
      header: t('history.trips.number'),
      cell: ({ part }) =>
        part.kind === 'stop'
          ? t('history.trips.stopNumber', { number: part.number })
          : t('history.trips.trip'),
    },
    { id: 'from', header: t('history.trips.from'), cell: ({ from }) => format.moment(from) },
    { id: 'to', header: t('history.trips.to'), cell: ({ to }) => format.moment(to) },
    {
      id: 'place',
      header: t('history.trips.place'),
      cell: ({ part }) => <NearestStreet {...(part.kind === 'trip' ? part.end : part)} />,
    },
    {
      id: 'duration',
      header: t('history.trips.duration'),
      align: 'end',
      cell: ({ from, to }) => format.shortDuration((to - from) / 1000),
    },
    {
      id: 'length',
      header: t('history.trips.length'),
      align: 'end',
      cell: tripOnly(({ metres, hasGap }) => {
        const length = format.trackLength(metres);
        return hasGap ? t('history.trips.aboutLength', { length }) : length;
      }),
    },
    {
      id: 'speed',
      header: t('history.trips.maxSpeed'),
      align: 'end',
      cell: tripOnly(({ maxSpeed }) => (maxSpeed === null ? '' : format.speed(maxSpeed))),
    },
  ];
}

/** The second line: the device if there are several, the distance of a trip and its top speed. */
function Below({ row, device }: { row: TripRow['part']; device: ShownTrack | undefined }) {
  const format = useFormat();
  const { t } = format;
  const length = row.kind === 'trip' ? format.trackLength(row.metres) : null;
  const hasGap = row.kind === 'trip' && row.hasGap;
  const parts = [
    device?.label,
    length !== null && (hasGap ? t('history.trips.aboutLength', { length }) : length),
    row.kind === 'trip' &&
      row.maxSpeed !== null &&
      t('history.trips.topSpeed', { speed: format.speed(row.maxSpeed) }),
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return null;
  return (
    <span
      className={`${page.quiet} ${classes.facts}`}
      title={hasGap ? t('history.trips.gap') : undefined}
    >
      {parts.map((part, index) => (
        <span key={index} className={page.cut}>
          {device && index === 0 && (
            <span className={classes.dot} style={{ background: device.colour }} aria-hidden />
          )}
          {part}
        </span>
      ))}
    </span>
  );
}

export interface FoundTrips {
  /** The tracks they were found in; these may have been read again since. */
  tracks: readonly LoadedTrack[];
  rows: readonly TripRow[];
  groups: readonly StopGroup[];
  /** Every stop, at the middle of its place. */
  stops: readonly StopMark[];
  isBusy: boolean;
}

const noTrips = { tracks: [], journeys: [], rules: defaultTripRules };

/** Trips and stops of the tracks on screen, found again when a rule changes. */
export function useTrips(tracks: readonly LoadedTrack[]): FoundTrips {
  const { tripRules } = useSettings();
  const { timeZone } = useFormat();
  const answer = useAnswer(
    async () => {
      const journeys = await trackClient.trips(tracks, tripRules);
      return { ok: true, value: { tracks, journeys, rules: tripRules } };
    },
    [tracks, tripRules],
    { keepsValue: true },
  );
  const found = answer.value ?? noTrips;
  // Trips of the same devices stay while more of their tracks is searched; those of others do not.
  const isSameDevices = haveSameDevices(found.tracks, tracks);
  return useMemo(() => {
    const { rows, groups } = tripRows(isSameDevices ? found.journeys : [], found.rules, timeZone);
    const stops = groups.flatMap(({ track, latitude, longitude, visits }) =>
      visits.map(({ id, from, to }): StopMark => ({ id, track, from, to, latitude, longitude })),
    );
    return { tracks: found.tracks, rows, groups, stops, isBusy: answer.isPending };
  }, [found, isSameDevices, timeZone, answer.isPending]);
}
