import { useMemo } from 'react';
import { useSettings } from '#features/settings';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { historyMessages } from '../history-messages';
import { texts } from '../history-texts';
import classes from '../history.module.css';
import { useHistory } from '../store';
import { tripColumns } from './trip-columns';
import { totalsOf, type TripRow } from './trip-rows';
import { TripRulesButton } from './trip-rules';
import type { FoundTrips } from './use-trips';

export interface TripsView {
  trips: FoundTrips;
  labels: readonly string[];
  colours: readonly string[];
  selectedId: string | null;
  onSelect: (row: TripRow) => void;
  /** Plays from the cursor, or pauses. */
  onPlay: () => void;
}

/** Trips and stops with their totals and thresholds. */
export function TripsPanel({ trips, labels, colours, selectedId, onSelect, onPlay }: TripsView) {
  const format = useFormat();
  const { tripRules } = useSettings();
  const { rows, isBusy } = trips;
  const isOneDay = useHistory(
    ({ shown }) => shown !== null && format.day(shown.range.from) === format.day(shown.range.to),
  );
  const columns = useMemo(
    () => tripColumns(format, labels, colours, isOneDay),
    [format, labels, colours, isOneDay],
  );
  return (
    <section className={classes.trips} aria-label={texts.tripsAndStops}>
      <div className={classes.tripsHead}>
        <h2 className={classes.tripsTitle}>
          {texts.tripsAndStops}
          <TripRulesButton rules={tripRules} />
        </h2>
        <span className={classes.dimmed}>{historyMessages.tripRules(tripRules, format)}</span>
        <ul className={classes.totals} aria-label={texts.totals}>
          {labels.map((label, i) => {
            return (
              <li key={label}>
                <span className={classes.dot} style={{ background: colours[i] }} aria-hidden />
                <span className={classes.chipName}>{label}</span>
                <span className={classes.dimmed}>
                  {historyMessages.totals(totalsOf(rows, i), format)}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <div className={classes.tripsTable}>
        <DataTable
          label={texts.tripsAndStops}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={(row) => rowText(row, labels, format)}
          rowHeight={30}
          selectedIndex={rows.findIndex(({ id }) => id === selectedId)}
          selectedKey={selectedId}
          onSelect={(index) => rows[index] && onSelect(rows[index])}
          onEnter={(index) => {
            const row = rows[index];
            if (row && row.id !== selectedId) onSelect(row);
            onPlay();
          }}
          empty={
            <EmptyList>
              {isBusy && texts.lookingForTrips}
              {!isBusy && texts.noTripsOrStopsIn}
            </EmptyList>
          }
        />
      </div>
    </section>
  );
}

function rowText(row: TripRow, labels: readonly string[], format: Format): string {
  const device = labels[row.track] ?? '';
  const from = format.moment(row.from);
  return row.kind === 'trip'
    ? historyMessages.tripOf(device, from)
    : historyMessages.stopOf(device, from);
}
