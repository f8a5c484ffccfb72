import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { silentMs, type Visit } from '#shared/history/visits';
import { tracks as trackClient } from '#engines/tracks';
import { usePlaces } from '#features/places';
import { useSettings } from '#features/settings';
import type { Format } from '#lib/format';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { page } from '#ui/page';
import type { PrintedColumn } from '#ui/print-table';
import { arrangeHistory, useHistoryLayout } from './history-layout';
import type { ShownTrack } from './history-store';
import classes from './history.module.css';
import { arrivalText, departureText, lengthText } from './visit-times';

/** A visit of one of the tracks on screen. */
export interface VisitRow {
  id: string;
  /** Index of the track. */
  track: number;
  place: string;
  visit: Visit;
}

/** Trips and stops, or visits to the user's places: what the list beside the map has. */
export function ListChoice() {
  const { t } = useFormat();
  const { list } = useHistoryLayout();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('history.list')}
      value={list}
      data={[
        { value: 'trips', label: t('history.trips') },
        { value: 'visits', label: t('history.visits') },
      ]}
      onChange={(value) => arrangeHistory({ list: value === 'visits' ? 'visits' : 'trips' })}
    />
  );
}

interface VisitsPanelProps {
  tracks: readonly ShownTrack[];
  isOneDay: boolean;
  selectedId: string | null;
  onSelect: (row: VisitRow) => void;
}

/** When the devices came to the places of the user and left them. */
export function VisitsPanel({ tracks, isOneDay, selectedId, onSelect }: VisitsPanelProps) {
  const format = useFormat();
  const { t } = format;
  const places = usePlaces();
  const { rows, isBusy } = useVisits(tracks);
  const columns = useMemo(() => visitColumns(format, tracks, isOneDay), [format, tracks, isOneDay]);
  const printed = useMemo(() => ({ columns: printedVisits(format, tracks) }), [format, tracks]);
  const empty = () => {
    if (places.length === 0) return t('history.visits.noPlaces');
    return isBusy ? t('history.trips.looking') : t('history.visits.none');
  };
  return (
    <section className={classes.trips} aria-label={t('history.visits')}>
      <div className={classes.tripsHead}>
        <ListChoice />
        <span className={page.quiet}>{t('history.visits.help')}</span>
      </div>
      <div className={page.restBelow}>
        <DataTable
          label={t('history.visits')}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={({ track, place, visit }) =>
            t('history.visits.of', {
              device: tracks[track]?.label ?? '',
              place,
              time: format.moment(visit.arrivedBy),
            })
          }
          rowHeight={46}
          printed={printed}
          selectedIndex={rows.findIndex(({ id }) => id === selectedId)}
          selectedKey={selectedId}
          onSelect={(index) => rows[index] && onSelect(rows[index])}
          empty={<EmptyList>{empty()}</EmptyList>}
        />
      </div>
    </section>
  );
}

const noVisits = { tracks: [] as readonly ShownTrack[], visits: [] as Visit[][] };

/** The visits of the tracks on screen, by arrival. */
function useVisits(tracks: readonly ShownTrack[]): {
  rows: readonly VisitRow[];
  isBusy: boolean;
} {
  const { tripRules } = useSettings();
  const places = usePlaces();
  const answer = useAnswer(
    async () => {
      const visits = places.length > 0 ? await trackClient.visits(tracks, places, tripRules) : [];
      return { ok: true, value: { tracks, visits } };
    },
    [tracks, places, tripRules],
    { keepsValue: true },
  );
  const found = answer.value ?? noVisits;
  const rows = useMemo(() => {
    // Those of other devices are not shown until they are replaced.
    if (found.tracks !== tracks) return [];
    const names = new Map(places.map(({ id, name }) => [id, name]));
    return found.visits
      .flatMap((visits, track) =>
        visits.map((visit): VisitRow => ({
          id: `${track} ${visit.placeId} ${visit.arrivedBy}`,
          track,
          place: names.get(visit.placeId) ?? '',
          visit,
        })),
      )
      .toSorted((a, b) => a.visit.arrivedBy - b.visit.arrivedBy || a.track - b.track);
  }, [found, tracks, places]);
  return { rows, isBusy: answer.isPending };
}

function visitColumns(
  format: Format,
  tracks: readonly ShownTrack[],
  isOneDay: boolean,
): DataColumn<VisitRow>[] {
  const { t } = format;
  return [
    {
      id: 'place',
      header: t('history.trips.place'),
      width: 96,
      grows: true,
      cell: ({ track, place, visit }) => (
        <span className={classes.lines}>
          <bdi className={page.cut}>{place}</bdi>
          <span className={`${page.quiet} ${classes.facts}`}>
            {tracks.length > 1 && <bdi className={page.cut}>{tracks[track]?.label}</bdi>}
            <span className={page.cut}>{lengthText(visit, format)}</span>
            {silentMs(visit) > 0 && (
              <span className={page.cut}>
                {t('history.visits.gap', {
                  duration: format.shortDuration(silentMs(visit) / 1000),
                })}
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'arrived',
      header: t('history.visits.arrived'),
      width: 112,
      cell: ({ visit }) => (
        <span className={classes.lines}>
          <span>{arrivalText(visit, format)}</span>
          {!isOneDay && <span className={page.quiet}>{format.day(visit.arrivedBy)}</span>}
        </span>
      ),
    },
    {
      id: 'left',
      header: t('history.visits.left'),
      width: 112,
      cell: ({ visit }) => (
        <span className={classes.lines}>
          <span>{departureText(visit, format)}</span>
          {!isOneDay && <span className={page.quiet}>{format.day(visit.leftAfter)}</span>}
        </span>
      ),
    },
  ];
}

/** On paper the duration has a column of its own. */
function printedVisits(format: Format, tracks: readonly ShownTrack[]): PrintedColumn<VisitRow>[] {
  const { t } = format;
  return [
    { id: 'device', header: t('common.device'), cell: ({ track }) => tracks[track]?.label },
    { id: 'place', header: t('history.trips.place'), cell: ({ place }) => place },
    {
      id: 'day',
      header: t('history.visits.day'),
      cell: ({ visit }) => format.day(visit.arrivedBy),
    },
    {
      id: 'arrived',
      header: t('history.visits.arrived'),
      cell: ({ visit }) => arrivalText(visit, format),
    },
    {
      id: 'left',
      header: t('history.visits.left'),
      cell: ({ visit }) => departureText(visit, format),
    },
    {
      id: 'duration',
      header: t('history.trips.duration'),
      align: 'end',
      cell: ({ visit }) => lengthText(visit, format),
    },
  ];
}
