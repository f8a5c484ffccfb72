import { Menu } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import type { Fault, Outcome } from '#shared/fault';
import { tableFormats } from '#shared/ipc/exchange';
import type { VisitsQuery } from '#shared/ipc/visits';
import { openHistory, useFetches } from '#features/history';
import { usePlaces } from '#features/places';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ExportButton, useExport } from '#ui/export-menu';
import { ListFilters } from '#ui/list-board';
import { SearchBox } from '#ui/page';
import type { WindowList } from '#ui/use-list';
import classes from './visits.module.css';

/** While history is loaded, the list is computed again so long after the last answer. */
const readAgainMs = 3_000;

/** What main computes for a choice, again while history is being loaded; null: not there yet. */
export function useComputed<T>(
  query: VisitsQuery | null,
  read: (query: VisitsQuery) => Promise<Outcome<T>>,
): { value: T | null; fault: Fault | null } {
  const places = usePlaces();
  const { tripRules } = useSettings();
  const progress = useFetches('locations')
    .map(({ id, phase, slicesDone }) => `${id} ${phase} ${slicesDone}`)
    .join();
  const [version, setVersion] = useState(progress);
  const answer = useAnswer(
    query &&
      (async () => {
        const outcome = await read(query);
        return outcome.ok ? { ok: true, value: { of: query, found: outcome.value } } : outcome;
      }),
    [query, version, places, tripRules],
    { keepsValue: true },
  );
  // Not before there is an answer: each question makes main give up the one before it.
  const isBehind = version !== progress && !answer.isPending;
  const readAgain = useEffectEvent(() => setVersion(progress));
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(readAgain, readAgainMs);
    return () => clearTimeout(timer);
  }, [isBehind]);
  // Rows of another choice are not shown until they are replaced.
  const value = answer.value?.of === query ? (answer.value?.found ?? null) : null;
  return { value, fault: answer.fault };
}

interface ListHeadProps<Row> {
  list: WindowList<Row>;
  query: VisitsQuery | null;
  what: 'visits' | 'days';
  searchLabel: string;
  filterLabel: string;
  /** Sums of what is shown. */
  totals: string;
  children?: ReactNode;
}

/** Above a list of the page: its filters, search, sums and export. */
export function ListHead<Row>(props: ListHeadProps<Row>) {
  const { list, query, what, totals } = props;
  const { t } = useFormat();
  const { isBusy, run } = useExport((format: (typeof tableFormats)[number]) =>
    api.visits.save({
      ...query!,
      what,
      format,
      rows: [...list.order],
      filter: list.filterText.slice(0, 1000),
    }),
  );
  return (
    <div className={classes.head}>
      <SearchBox label={props.searchLabel} value={list.search} onChange={list.setSearch} />
      <ListFilters label={props.filterLabel} list={list} />
      {props.children}
      <div className={classes.end}>
        <span className={classes.totals} aria-live="polite">
          {totals}
        </span>
        <ExportButton
          isBusy={isBusy}
          items={
            query &&
            tableFormats.map((each) => (
              <Menu.Item key={each} onClick={() => void run(each)}>
                {t(`ui.export.${each}`)}
              </Menu.Item>
            ))
          }
          printed={{ table: t(`visits.tab.${what}`), filter: list.filterText }}
        />
      </div>
    </div>
  );
}

/** Shows a time of a device in History: at least its day. */
export function showInHistory(
  { deviceId, device }: { deviceId: string; device: string },
  { from, to }: Range,
  timeZone: string,
): void {
  const start = (at: number, more = 0) =>
    startOfDayInZone(plusDays(dayInZone(at, timeZone), more), timeZone);
  openHistory({ id: deviceId, label: device }, { from: start(from), to: start(to, 1) - 1 });
}
