import { IconRoute, IconSquareFilled } from '@tabler/icons-react';
import { NearestTown } from '#features/fleet';
import { duration, type Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import { texts } from '../history-texts';
import classes from '../history.module.css';
import type { TripRow } from './trip-rows';

/**
 * Type, time, duration, distance and top speed; the device if there are several. A range of one day
 * has times without the date.
 */
export function tripColumns(
  format: Format,
  labels: readonly string[],
  colours: readonly string[],
  isOneDay: boolean,
): DataColumn<TripRow>[] {
  return [
    {
      id: 'what',
      header: texts.what,
      width: labels.length > 1 ? 130 : 74,
      grows: labels.length > 1,
      cell: ({ kind, track }) => {
        const what = kind === 'trip' ? texts.trip : texts.stop;
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
            {/* With several devices the name distinguishes the rows, and the icon the type. */}
            <span className={classes.chipName}>{label ?? what}</span>
          </span>
        );
      },
    },
    {
      id: 'from',
      header: texts.from,
      width: isOneDay ? 78 : 178,
      cell: ({ from }) => (isOneDay ? format.clock(from) : format.moment(from)),
    },
    {
      id: 'duration',
      header: texts.for,
      width: 84,
      align: 'end',
      cell: ({ from, to }) => duration((to - from) / 1000),
    },
    {
      id: 'distance',
      header: texts.distance,
      width: 76,
      align: 'end',
      cell: ({ metres, hasGap }) =>
        metres !== null && (
          <span title={hasGap ? texts.nothingWasReportedForA : undefined}>
            {hasGap && '≈ '}
            {format.trackLength(metres)}
          </span>
        ),
    },
    {
      id: 'speed',
      header: texts.topSpeed,
      width: 84,
      align: 'end',
      cell: ({ maxSpeed }) => maxSpeed !== null && format.speed(maxSpeed),
    },
    {
      id: 'start',
      header: texts.starts,
      width: 190,
      cell: ({ part }) => <NearestTown {...(part.kind === 'trip' ? part.start : part)} />,
    },
    {
      id: 'end',
      header: texts.ends,
      width: 190,
      cell: ({ part }) => part.kind === 'trip' && <NearestTown {...part.end} />,
    },
    {
      id: 'to',
      header: texts.to,
      width: isOneDay ? 78 : 178,
      cell: ({ from, to }) =>
        format.day(from) === format.day(to) ? format.clock(to) : format.moment(to),
    },
  ];
}
