import { IconRoute, IconSquareFilled } from '@tabler/icons-react';
import { duration, type Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import classes from '../history.module.css';
import type { TripRow } from './trip-rows';

/** "12.4 km". */
export function kilometres(metres: number, format: Format): string {
  return `${format.number(Math.round(metres / 100) / 10)} km`;
}

/** Type, time, duration, distance and top speed; the device if there are several. */
export function tripColumns(
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
            {/* With several devices the name distinguishes the rows, and the icon the type. */}
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
