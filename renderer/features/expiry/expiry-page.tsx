import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Device } from '#shared/domain/device';
import { expiryBands } from '#shared/domain/expiry';
import { ExportMenu } from '#ui/export-menu';
import { useOpenSession } from '#features/session';
import { NoDevices, useMatchesText } from '#features/limits';
import { useDaysNote } from '#features/settings';
import { commonTexts } from '#lib/common-texts';
import { filterText } from '#lib/filter-text';
import { turned } from '#lib/in-order';
import { useFormat } from '#lib/use-format';
import { DataTable } from '#ui/data-table';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { ListPage } from '#ui/list-page';
import { Matches, PageHead, SearchBox } from '#ui/page';
import { ActionBar } from '#ui/selection';
import { bandLabels } from './band-badge';
import { expiryColumns } from './expiry-columns';
import { matchCounts, type ExpiryFilter, type ExpiryRow, type ExpirySort } from './expiry-rows';
import { texts } from './expiry-texts';
import classes from './expiry.module.css';
import { ForecastChart } from './forecast-chart';
import { LicenceTiles } from './licence-tiles';
import { RenewDialog } from './renew-dialog';
import { useActivation, type Activation } from './use-activation';
import { useExpiryBoard, useLicences, type ExpiryBoard } from './use-expiry-board';

const filters: readonly Exclude<ExpiryFilter, 'all'>[] = [...expiryBands, 'unlisted'];
const filterLabel = (filter: ExpiryFilter) =>
  filter === 'all' ? texts.all : filter === 'unlisted' ? texts.noLongerListed : bandLabels[filter];

const rowLabel = ({ label, band }: ExpiryRow) => `${label}, ${bandLabels[band]}`;

/** The devices to renew; `label` is the name if there is only one. */
interface Renewal {
  ids: readonly string[];
  label: string | null;
}

/** When devices expire, how many licences are free, and renewing devices. */
export function ExpiryPage() {
  const board = useExpiryBoard();
  const [renewal, setRenewal] = useState<Renewal | null>(null);
  const capabilities = useOpenSession()?.capabilities;
  const canRenew = capabilities?.writesLimits ?? false;
  const renewOne = ({ id, label }: ExpiryRow) => setRenewal({ ids: [id], label });
  const activation = useActivation(canRenew ? renewOne : null);
  const canActivate = capabilities?.activates ?? false;
  const { selection } = board;
  return (
    <>
      <ListPage
        head={<ExpiryHead board={board} canRenew={canRenew} />}
        overview={
          <>
            {board.fault && <FaultNotice fault={board.fault} context="open" />}
            {activation.notice && <div className={classes.notices}>{activation.notice}</div>}
            {board.devices && <Licences devices={board.devices} />}
          </>
        }
        filters={<ExpiryFilters board={board} />}
        banner={
          <ActionBar selection={selection} shown={board.found.length} noun="device">
            {(canRenew || canActivate) && (
              <Button
                size="compact-xs"
                onClick={() => setRenewal({ ids: [...selection.ids], label: null })}
              >
                {texts.renew}
              </Button>
            )}
          </ActionBar>
        }
        list={
          <ExpiryTable
            board={board}
            activation={activation}
            canRenew={canRenew}
            canActivate={canActivate}
            onRenew={renewOne}
          />
        }
      />
      {renewal && (
        <RenewDialog
          ids={renewal.ids}
          label={renewal.label}
          zone={board.zone}
          takesDates={canRenew}
          onClose={() => setRenewal(null)}
        />
      )}
    </>
  );
}

function ExpiryHead({ board, canRenew }: { board: ExpiryBoard; canRenew: boolean }) {
  const daysNote = useDaysNote();
  const { query, order } = board;
  return (
    <PageHead
      title={texts.expiry}
      note={
        <>
          {daysNote}
          {!canRenew && texts.thisServiceDoesNotAccept}
        </>
      }
      actions={
        <ExportMenu
          what="devices"
          ids={() => order}
          filter={filterText([texts.expiry, filterLabel(query.filter)], query.search)}
        />
      }
    />
  );
}

function Licences({ devices }: { devices: readonly Device[] }) {
  const { figures, days, licenceTotal } = useLicences(devices);
  return (
    <div className={classes.overview}>
      <LicenceTiles key={String(licenceTotal)} figures={figures} />
      {days && <ForecastChart days={days} />}
    </div>
  );
}

function ExpiryFilters({ board }: { board: ExpiryBoard }) {
  const { query, changeQuery, counts, found } = board;
  const { matched, total } = matchCounts(found, counts, query.filter);
  return (
    <>
      <SearchBox
        label={texts.searchDevicesByName}
        placeholder={commonTexts.searchDevices}
        value={query.search}
        onChange={(text) => changeQuery({ search: text })}
      />
      <Matches>{useMatchesText(matched, total)}</Matches>
      <FilterChips
        label={texts.devicesToShow}
        all={counts.all}
        chips={filters
          .map((id) => ({ id, word: filterLabel(id), count: counts[id] }))
          .filter(({ id, count }) => count > 0 || id === query.filter)}
        chosen={query.filter === 'all' ? null : query.filter}
        onChoose={(id) => changeQuery({ filter: id ?? 'all' })}
      />
    </>
  );
}

interface ExpiryTableProps {
  board: ExpiryBoard;
  activation: Activation;
  canRenew: boolean;
  canActivate: boolean;
  onRenew: (row: ExpiryRow) => void;
}

function ExpiryTable({ board, activation, canRenew, canActivate, onRenew }: ExpiryTableProps) {
  const format = useFormat();
  const { query, changeQuery, found, rows, order, fleet, selection } = board;
  const [currentId, setCurrentId] = useState<string | null>(null);
  const columns = [
    selection.column(rowLabel),
    ...expiryColumns({
      format,
      seenOf: (id) => fleet.get(id),
      canActivate,
      canRenew,
      busyId: activation.busyId,
      onActivate: activation.activate,
      onRenew,
    }),
  ];
  return (
    <DataTable
      label={texts.expiry}
      columns={columns}
      count={found.length}
      rowAt={(index) => found[index]}
      rowLabel={rowLabel}
      sort={query.sort}
      onSort={(column) => changeQuery({ sort: turned(query.sort, column as ExpirySort) })}
      selectedIndex={currentId === null ? -1 : order.indexOf(currentId)}
      selectedKey={currentId}
      onSelect={(index) => setCurrentId(order[index] ?? null)}
      marking={selection.marking}
      empty={
        <NoDevices
          devices={board.devices}
          rows={rows.length}
          onClearFilters={() => changeQuery({ search: '', filter: 'all' })}
        />
      }
    />
  );
}
