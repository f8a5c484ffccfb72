import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type AlertEntry, withSosFirst } from '#shared/domain/alert';
import { useDeviceNames } from '#features/edits';
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { alertsStore, clearFilters, hasFilters } from './store';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { ActionBar, useSelection } from '#ui/selection';
import { AcknowledgeMany } from './acknowledge-many';
import { alertColumns } from './alert-columns';
import { AlertDetail } from './alert-detail';
import { AlertMap } from './alert-map';
import { alertTitle } from './alert-messages';
import { texts } from './alerts-texts';
import classes from './alerts.module.css';
import type { Log } from './use-log';

const noEntries: readonly AlertEntry[] = [];

/** The alerts as a table and on the map; `isAsked`: the service was asked for all of them, with the details of the selected one. */
export function AlertList({ log, isAsked }: { log: Log | null; isAsked: boolean }) {
  const isFiltered = useStore(alertsStore, hasFilters);
  const emptyAction = isFiltered
    ? { label: commonTexts.clearFilters, onClick: clearFilters }
    : { label: texts.showTheFleet, href: '#/fleet' };
  const entries = useMemo(() => withSosFirst(log?.entries ?? noEntries), [log]);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const format = useFormat();
  const labelOf = useDeviceNames(
    useMemo(() => [...new Set(entries.map(({ deviceId }) => deviceId))], [entries]),
  );
  const order = useMemo(() => entries.map(({ id }) => id), [entries]);
  const selection = useSelection(
    order,
    useCallback(() => true, []),
  );
  const rowLabel = (entry: AlertEntry) =>
    `${alertTitle(entry)}, ${labelOf(entry.deviceId)}, ${format.moment(entry.at)}`;
  const columns = [
    selection.column<AlertEntry>(rowLabel),
    ...alertColumns(format, labelOf, rowLabel),
  ];
  const index = order.indexOf(selectedId ?? '');
  const selected = entries[index];
  const select = (at: number) => setSelectedId(entries[at]?.id ?? null);
  const close = useCallback(() => setSelectedId(null), []);
  return (
    <>
      <ActionBar selection={selection} shown={entries.length} noun="alert">
        <AcknowledgeMany ids={selection.ids} onDone={selection.clear} />
      </ActionBar>
      <div className={classes.work}>
        <div className={classes.panes}>
          <div className={classes.list}>
            <DataTable
              label={texts.alerts}
              columns={columns}
              count={entries.length}
              rowAt={(at) => entries[at]}
              rowLabel={rowLabel}
              selectedIndex={index}
              selectedKey={selectedId}
              onSelect={select}
              onOpen={select}
              onEscape={close}
              marking={selection.marking}
              empty={
                log && (
                  <EmptyList action={emptyAction}>
                    <p>{isAsked ? texts.noAlertsInThisRange : texts.noAlertsLoadedForThis}</p>
                    <p>{texts.theAlertsOfTheLast}</p>
                  </EmptyList>
                )
              }
            />
          </div>
          <div className={classes.map}>
            <AlertMap entries={entries} selectedId={selectedId} onSelect={setSelectedId} />
          </div>
        </div>
        {selected && (
          <AlertDetail
            key={selected.id}
            entry={selected}
            label={labelOf(selected.deviceId)}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}
