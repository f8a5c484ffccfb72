import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Device } from '#shared/domain/device';
import { forecastLicences } from '#shared/domain/expiry-forecast';
import { useOpenSession } from '#features/session';
import { useBoardDevices, useIsListed } from '#features/limits';
import { useAccountZone } from '#features/settings';
import { useSettings } from '#features/settings';
import { useNow } from '#lib/clock';
import { useSelection } from '#ui/selection';
import {
  expiryCounts,
  expiryRows,
  findExpiryRows,
  licenceFigures,
  type ExpiryQuery,
} from './expiry-rows';
import { useFleetRows } from './use-fleet-rows';

const initialQuery: ExpiryQuery = {
  search: '',
  filter: 'all',
  sort: { column: 'daysLeft', descending: false },
};

/** The state of the expiry page: query, rows, selection and licences. */
export function useExpiryBoard() {
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const { devices, fault } = useBoardDevices();
  const fleet = useFleetRows();
  const [query, setQuery] = useState(initialQuery);
  const search = useDeferredValue(query.search);
  const { filter, sort } = query;
  const rows = useMemo(
    () => expiryRows(devices ?? [], fleet, now, zone),
    [devices, fleet, now, zone],
  );
  const counts = useMemo(() => expiryCounts(rows), [rows]);
  const found = useMemo(
    () => findExpiryRows(rows, { search, filter, sort }),
    [rows, search, filter, sort],
  );
  const order = useMemo(() => found.map(({ id }) => id), [found]);
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const selection = useSelection(
    order,
    useCallback((id: string) => ids.has(id), [ids]),
  );
  return {
    zone,
    devices,
    fault,
    fleet,
    query,
    changeQuery: (part: Partial<ExpiryQuery>) => setQuery((before) => ({ ...before, ...part })),
    rows,
    counts,
    found,
    order,
    selection,
  };
}

export type ExpiryBoard = ReturnType<typeof useExpiryBoard>;

/** The account's licences now, and for the days of the forecast. */
export function useLicences(known: readonly Device[]) {
  const isListed = useIsListed() === true;
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const { licenceTotal } = useSettings();
  const provided = useOpenSession()?.licences ?? null;
  const devices = isListed ? known : null;
  const figures = useMemo(
    () => licenceFigures(provided, licenceTotal, devices, now, zone),
    [provided, licenceTotal, devices, now, zone],
  );
  const days = useMemo(
    () => devices && forecastLicences(devices, figures, now, zone),
    [devices, figures, now, zone],
  );
  return { figures, days, licenceTotal };
}
