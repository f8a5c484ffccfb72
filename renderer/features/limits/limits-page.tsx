import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { draftStore, SaveBar, useStagedSaving, useWaits } from '#features/edits';
import { ExportMenu } from '#ui/export-menu';
import { useDaysNote } from '#features/settings';
import { commonTexts } from '#lib/common-texts';
import { filterText } from '#lib/filter-text';
import { turned } from '#lib/in-order';
import { DataTable } from '#ui/data-table';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { ListPage } from '#ui/list-page';
import { PageHead } from '#ui/page';
import { AgeText } from '#ui/age-text';
import { ActionBar } from '#ui/selection';
import { NoDevices, useMatchesText } from './board-devices';
import { BulkLimits } from './bulk-limits';
import { limitFilters, type LimitFilter, type LimitSort } from './limit-rows';
import { LimitsForm } from './limits-form';
import { LimitsNotice } from './limits-notice';
import { texts } from './limits-texts';
import { stagedLimits } from './save-limits';
import { useLimitsBoard, type LimitsBoard } from './use-limits-board';
import { limitsMessages } from './limits-messages';

const filterLabels: Record<LimitFilter, string> = {
  all: texts.all,
  willHit: texts.willReachALimitToday,
  reached: texts.limitReached,
  changed: texts.unsaved,
  unlisted: texts.noLongerListed,
};
const chosenFilters = limitFilters.filter((each) => each !== 'all');

/** Every device with its daily limits and today's messages; editable if the service saves limits. */
export function LimitsPage() {
  const board = useLimitsBoard();
  const { isWritable, devices, fault, drafts, selection, found } = board;
  const [isBulk, setBulk] = useState(false);
  const saving = useStagedSaving(useMemo(() => stagedLimits(board.zone), [board.zone]));
  const waits = useWaits();
  const open = board.isOpen && board.rows.find(({ id }) => id === board.currentId);
  return (
    <>
      <ListPage
        head={<LimitsHead board={board} />}
        filters={<LimitsFilters board={board} />}
        banner={
          <>
            {fault && <FaultNotice fault={fault} context="open" />}
            <LimitsNotice isWritable={isWritable} devices={devices} />
            {saving.notice}
            <ActionBar selection={selection} shown={found.length} noun="device">
              {isWritable && (
                <Button size="compact-xs" onClick={() => setBulk(true)}>
                  {texts.setLimits}
                </Button>
              )}
            </ActionBar>
          </>
        }
        list={<LimitsTable board={board} />}
        detail={
          open && (
            <LimitsForm
              key={open.id}
              device={open.device}
              isWritable={isWritable}
              zone={board.zone}
              onClose={board.close}
            />
          )
        }
        footer={
          <SaveBar
            changed={drafts.map(({ label }) => label)}
            problems={board.problems}
            saveLabel={drafts.length > 1 ? texts.reviewAndSave : texts.save}
            isBusy={saving.isBusy}
            waits={waits}
            onSave={() => saving.ask(drafts)}
            onDiscard={() => drafts.forEach(({ key }) => draftStore.discard(key))}
          />
        }
      />
      {saving.dialogs}
      {isBulk && <BulkLimits ids={[...selection.ids]} onClose={() => setBulk(false)} />}
    </>
  );
}

function LimitsHead({ board }: { board: LimitsBoard }) {
  const daysNote = useDaysNote();
  const { query, changeQuery, found, counts, order, asOf } = board;
  const total = query.filter === 'unlisted' ? counts.unlisted : counts.all;
  return (
    <PageHead
      title={texts.limits}
      note={
        <>
          {daysNote} {asOf !== null && <AgeText at={asOf} text={limitsMessages.countersReceived} />}
        </>
      }
      search={{
        label: texts.searchDevicesByName,
        placeholder: commonTexts.searchDevices,
        value: query.search,
        onChange: (text) => changeQuery({ search: text }),
      }}
      matches={useMatchesText(found.length, total)}
      actions={
        <ExportMenu
          what="devices"
          ids={() => order}
          filter={filterText([texts.limits, filterLabels[query.filter]], query.search)}
        />
      }
    />
  );
}

function LimitsFilters({ board }: { board: LimitsBoard }) {
  const { query, changeQuery, counts } = board;
  return (
    <FilterChips
      label={texts.devicesToShow}
      all={counts.all}
      chips={chosenFilters
        .map((id) => ({ id, word: filterLabels[id], count: counts[id] }))
        .filter(({ id, count }) => id !== 'unlisted' || count > 0 || query.filter === id)}
      chosen={query.filter === 'all' ? null : query.filter}
      onChoose={(id) => changeQuery({ filter: id ?? 'all' })}
    />
  );
}

function LimitsTable({ board }: { board: LimitsBoard }) {
  const { query, changeQuery, found, rows, order, currentId } = board;
  return (
    <DataTable
      label={texts.limits}
      columns={board.columns}
      count={found.length}
      rowAt={(index) => found[index]}
      rowLabel={board.rowLabel}
      rowHeight={34}
      sort={query.sort}
      onSort={(column) => changeQuery({ sort: turned(query.sort, column as LimitSort) })}
      selectedIndex={currentId === null ? -1 : order.indexOf(currentId)}
      selectedKey={currentId}
      onSelect={(index) => board.setCurrentId(order[index] ?? null)}
      onEnter={(index) => order[index] !== undefined && board.open(order[index])}
      onEscape={board.close}
      marking={board.selection.marking}
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
