import { Button } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { expiryBands, forecastLicences } from '#shared/domain/expiry';
import { ExportMenu } from '#features/exchange';
import { ActionBar, useSelection } from '#features/jobs';
import { useOpenSession } from '#features/session';
import { NoDevices, useBoardDevices } from '#features/limits';
import { useAccountZone } from '#features/settings';
import { useSettings } from '#features/settings';
import { useNow } from '#lib/clock';
import { turned } from '#lib/in-order';
import { useFormat } from '#lib/use-format';
import { DataTable } from '#ui/data-table';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { ListPage } from '#ui/list-page';
import { Matches, PageHead, SearchBox } from '#ui/page-head';
import { bandWords } from './band-badge';
import { expiryColumns } from './expiry-columns';
import {
  expiryCounts,
  expiryRows,
  findExpiryRows,
  licenceFigures,
  type ExpiryFilter,
  type ExpiryQuery,
  type ExpiryRow,
  type ExpirySort,
} from './expiry-rows';
import classes from './expiry.module.css';
import { ForecastChart } from './forecast-chart';
import { LicenceTiles } from './licence-tiles';
import { RenewDialog } from './renew-dialog';
import { useActivation } from './use-activation';
import { useFleetRows } from './use-fleet-rows';

const filters: readonly Exclude<ExpiryFilter, 'all'>[] = [...expiryBands, 'unlisted'];
const filterWord = (filter: ExpiryFilter) =>
  filter === 'all' ? 'All' : filter === 'unlisted' ? 'No longer listed' : bandWords[filter];

const initialQuery: ExpiryQuery = {
  search: '',
  filter: 'all',
  sort: { column: 'daysLeft', descending: false },
};
const rowLabel = ({ label, band }: ExpiryRow) => `${label}, ${bandWords[band]}`;

interface Renewal {
  ids: readonly string[];
  label: string | null;
}

/** Which devices expire when, what licences are free when, and renewing. */
export function ExpiryPage() {
  const format = useFormat();
  const now = useNow(60_000);
  const { zone, isTold } = useAccountZone();
  const session = useOpenSession();
  const { licenceTotal } = useSettings();
  const { devices, fault } = useBoardDevices();
  const fleet = useFleetRows();
  const [query, setQuery] = useState(initialQuery);
  const search = useDeferredValue(query.search);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [renewal, setRenewal] = useState<Renewal | null>(null);
  const { busyId, activate, notice } = useActivation();
  const { filter, sort } = query;
  const ask = (part: Partial<ExpiryQuery>) => setQuery((before) => ({ ...before, ...part }));

  const told = session?.licences ?? null;
  const figures = useMemo(
    () => licenceFigures(told, licenceTotal, devices ?? [], now, zone),
    [told, licenceTotal, devices, now, zone],
  );
  const days = useMemo(
    () => forecastLicences(devices ?? [], figures, now, zone),
    [devices, figures, now, zone],
  );
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
  const known = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const selection = useSelection(
    order,
    useCallback((id: string) => known.has(id), [known]),
  );
  const canRenew = session?.capabilities.writesLimits ?? false;
  const canActivate = session?.capabilities.activates ?? false;
  const { column: boxes } = selection;
  const columns = [
    boxes(rowLabel),
    ...expiryColumns({
      format,
      stateOf: (id) => fleet.get(id)?.state,
      canActivate,
      canRenew,
      busyId,
      onActivate: activate,
      onRenew: ({ id, label }) => setRenewal({ ids: [id], label }),
    }),
  ];
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Expiry and licences"
            note={
              <>
                Days are those of {zone},{' '}
                {isTold
                  ? 'the account’s zone'
                  : 'this computer’s zone: the service does not tell the account’s'}
                .{!canRenew && ' This service takes no renewals; they are done in its own console.'}
              </>
            }
            actions={
              <ExportMenu
                what="devices"
                ids={() => order}
                filter={`expiry board; ${filterWord(filter)}${search && `; search “${search}”`}`}
              />
            }
          />
        }
        overview={
          <>
            {fault && <FaultNotice fault={fault} context="open" />}
            {notice && <div className={classes.notices}>{notice}</div>}
            {devices && (
              <div className={classes.overview}>
                <LicenceTiles key={String(licenceTotal)} figures={figures} />
                <ForecastChart days={days} />
              </div>
            )}
          </>
        }
        filters={
          <>
            <SearchBox
              label="Search devices by name"
              placeholder="Search devices"
              value={query.search}
              onChange={(text) => ask({ search: text })}
            />
            <Matches>
              {format.count(found.length)} of {format.count(rows.length)}
            </Matches>
            <FilterChips
              label="Devices to show"
              all={counts.all}
              chips={filters
                .map((id) => ({ id, word: filterWord(id), count: counts[id] }))
                .filter(({ id, count }) => count > 0 || id === filter)}
              chosen={filter === 'all' ? null : filter}
              onChoose={(id) => ask({ filter: id ?? 'all' })}
            />
          </>
        }
        banner={
          <ActionBar selection={selection} shown={found.length} noun="device">
            {(canRenew || canActivate) && (
              <Button
                size="compact-xs"
                onClick={() => setRenewal({ ids: [...selection.ids], label: null })}
              >
                Renew…
              </Button>
            )}
          </ActionBar>
        }
        list={
          <DataTable
            label="Expiry"
            columns={columns}
            count={found.length}
            rowAt={(index) => found[index]}
            rowLabel={rowLabel}
            sort={query.sort}
            onSort={(column) => ask({ sort: turned(query.sort, column as ExpirySort) })}
            selectedIndex={selectedId === null ? -1 : order.indexOf(selectedId)}
            selectedKey={selectedId}
            onSelect={(index) => setSelectedId(order[index] ?? null)}
            marking={selection.marking}
            empty={<NoDevices devices={devices} rows={rows.length} />}
          />
        }
      />
      {renewal && (
        <RenewDialog
          ids={renewal.ids}
          label={renewal.label}
          zone={zone}
          takesDates={canRenew}
          onClose={() => setRenewal(null)}
        />
      )}
    </>
  );
}
