import { IconArrowBackUp } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { JournalCounts, JournalEntry } from '#shared/domain/edit';
import { fail } from '#shared/fault';
import type { Said } from '#shared/i18n/translate';
import { api } from '#lib/api';
import { changeText } from '#lib/field-values';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import type { DataColumn } from '#ui/data-table';
import { ExportMenu } from '#ui/export-menu';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import { ListBoard, ListDetail } from '#ui/list-board';
import { Notice } from '#ui/notice';
import { usePagedList, type ListQuery } from '#ui/use-list';
import { page } from '#ui/page';
import classes from './activity.module.css';
import { openJob, showInDialog } from './jobs';
import { oneAfterOther } from './row-labels';

const undoFilters = ['possible', 'done', 'impossible'] as const;

const findOf = ({ text, filter }: ListQuery) => ({
  text,
  undo: undoFilters.find((each) => each === filter) ?? null,
});

async function readEntries(query: ListQuery, from: number, limit: number) {
  const outcome = await api.journal.list({ from, limit, find: findOf(query) });
  if (!outcome.ok) return outcome;
  const { total, entries } = outcome.value;
  return { ok: true as const, value: { total, rows: entries } };
}

const readIds = (query: ListQuery) => api.journal.ids(findOf(query));

/** The changes this app made at the service, with undo and export. */
export function JournalPage() {
  const format = useFormat();
  const { t } = format;
  const version = useJournalVersion();
  const chips = undoFilters.map((id) => ({ id, word: t(`activity.journal.filter.${id}`) }));
  const pages = usePagedList<JournalEntry>({
    read: readEntries,
    readIds,
    chips: chips.map((chip) => ({ ...chip, count: 0 })),
    all: 0,
    version,
  });
  const { query, isFiltered, selection, current } = pages;
  const counts =
    useAnswer(() => api.journal.counts({ text: query.text }), [query.text, version], {
      keepsValue: true,
    }).value ?? noCounts;
  const list = {
    ...pages,
    all: counts.possible + counts.done + counts.impossible,
    chips: chips.map((chip) => ({ ...chip, count: counts[chip.id] })),
  };
  const plan = useAction(async () => {
    const planned = await api.jobs.planUndoOfEntries({ ids: [...selection.ids] });
    if (planned.ok) showInDialog(planned.value);
    return planned;
  });
  const matchingIds = async () => {
    if (!isFiltered) return null;
    const order = await pages.readOrder();
    return order.ok ? order.value : fail(order.fault);
  };
  return (
    <ListBoard
      title={t('activity.journal')}
      list={list}
      columns={useMemo(() => journalColumns(format), [format])}
      rowLabel={useCallback((entry: JournalEntry) => entryTitle(entry, format), [format])}
      search={{ label: t('activity.journal.search') }}
      matches={
        isFiltered
          ? t('activity.journal.shownOfAll', { shown: list.count, all: list.all })
          : t('activity.journal.changes', { count: list.count })
      }
      note={t('activity.journal.help')}
      actions={
        <ExportMenu
          what="journal"
          ids={matchingIds}
          filter={list.filterText || t('activity.journal.noFilter')}
        />
      }
      {...((list.all > 0 || isFiltered) && { filterLabel: t('activity.journal.filter') })}
      notices={
        plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />
      }
      noun="change"
      bulkActions={
        <>
          <ExportMenu
            what="journal"
            ids={() => [...selection.ids]}
            filter={t('activity.journal.selected')}
          >
            {t('activity.journal.exportSelection')}
          </ExportMenu>
          <ActionButton
            loading={plan.isBusy}
            icon={IconArrowBackUp}
            title={t('activity.journal.undoHelp')}
            onClick={() => void plan.run()}
          >
            {t('activity.actions.undo', { count: selection.ids.size })}
          </ActionButton>
        </>
      }
      empty={{
        loading: t('activity.journal.loading'),
        noMatch: t('activity.journal.noMatch'),
        none: t('activity.journal.none'),
        nextStep: { label: t('activity.journal.showFleet'), href: '#/fleet' },
      }}
      detail={
        current && (
          <EntryDetail key={current.id} entry={current} onClose={() => pages.setCurrent(null)} />
        )
      }
    />
  );
}

const noCounts: JournalCounts = { possible: 0, done: 0, impossible: 0 };

/** Changes whenever the journal does, so that the visible rows are read again. */
function useJournalVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => api.journal.onChanged(() => setVersion((last) => last + 1)), []);
  return version;
}

/** What the journal says of an action on a kind of record; the others do not exist. */
const titles = {
  'create.user': 'activity.entry.create.user',
  'create.group': 'activity.entry.create.group',
  'change.user': 'activity.entry.change.user',
  'change.group': 'activity.entry.change.group',
  'change.limits': 'activity.entry.change.limits',
  'replace.user': 'activity.entry.replace.user',
  'replace.group': 'activity.entry.replace.group',
  'delete.user': 'activity.entry.delete.user',
  'delete.group': 'activity.entry.delete.group',
  'activate.limits': 'activity.entry.activate.limits',
  'submit.report': 'activity.entry.submit.report',
} as const;

/** "Changed user Ana". */
function entryTitle({ action, kind, label: name }: JournalEntry, { t }: Format): string {
  const title = `${action}.${kind}`;
  return title in titles ? t(titles[title as keyof typeof titles], { name }) : name;
}

function journalColumns(format: Format): DataColumn<JournalEntry>[] {
  const { t } = format;
  const values = (entry: JournalEntry, side: 'before' | 'after') =>
    oneAfterOther(
      entry.changes.map((change) => {
        const shown = changeText(entry.kind, change, format);
        return t('activity.row.value', { field: shown.name, value: shown[side] });
      }),
      format,
    );
  return [
    {
      id: 'at',
      header: t('activity.journal.when'),
      width: 216,
      cell: ({ at }) => <span>{format.moment(at)}</span>,
    },
    {
      id: 'what',
      header: t('activity.journal.what'),
      width: 190,
      grows: true,
      cell: (entry) => entryTitle(entry, format),
    },
    {
      id: 'before',
      header: t('common.before'),
      width: 160,
      grows: true,
      cell: (entry) =>
        entry.action !== 'submit' && entry.action !== 'create' && values(entry, 'before'),
    },
    {
      id: 'after',
      header: t('common.after'),
      width: 160,
      grows: true,
      cell: (entry) => entry.action !== 'delete' && values(entry, 'after'),
    },
    {
      id: 'by',
      header: t('activity.journal.by'),
      width: 150,
      isSpare: true,
      cell: ({ by }) => format.said(by),
    },
    {
      id: 'undo',
      header: t('common.undo'),
      width: 100,
      cell: ({ undo, undoReason }) => (
        <span title={undoReason === null ? undefined : format.said(undoReason)}>
          {t(`activity.journal.undo.${undo}`)}
        </span>
      ),
    },
  ];
}

/** One change with all values, and Undo. */
function EntryDetail({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const format = useFormat();
  const { t } = format;
  const { jobId } = entry;
  const changes = entry.changes.map((change) => changeText(entry.kind, change, format));
  return (
    <ListDetail label={t('activity.entry')} title={entryTitle(entry, format)} onClose={onClose}>
      <Undo entry={entry} />
      <FactList title={t('activity.entry.change')}>
        <Fact name={t('activity.journal.when')}>{format.moment(entry.at)}</Fact>
        <Fact name={t('activity.journal.by')}>{format.said(entry.by)}</Fact>
        <Fact name={t('activity.row.record')}>{entry.recordId}</Fact>
        {jobId !== null && (
          <Fact name={t('activity.entry.partOf')}>
            <ActionButton size="compact-xs" onClick={() => openJob(jobId)}>
              {t('activity.entry.bulkJob')}
            </ActionButton>
          </Fact>
        )}
      </FactList>
      {entry.kind === 'report' ? (
        <FactList title={t('activity.row.submitted')}>
          {changes.map(({ name, after }) => (
            <Fact key={name} name={name}>
              {after}
            </Fact>
          ))}
        </FactList>
      ) : (
        changes.map(({ name, before, after }) => (
          <FactList key={name} title={name}>
            <Fact name={t('common.before')}>{before}</Fact>
            <Fact name={t('common.after')}>{after}</Fact>
          </FactList>
        ))
      )}
    </ListDetail>
  );
}

function Undo({ entry }: { entry: JournalEntry }) {
  const { t, said } = useFormat();
  const [refusal, setRefusal] = useState<Said | null>(null);
  const undo = useAction(async () => {
    setRefusal(null);
    const outcome = await api.journal.undo({ id: entry.id });
    if (outcome.ok && outcome.value.status === 'refused') setRefusal(outcome.value.reason);
    return outcome;
  });
  return (
    <div className={classes.undo}>
      {entry.undo === 'possible' && (
        <ActionButton loading={undo.isBusy} icon={IconArrowBackUp} onClick={() => void undo.run()}>
          {t('activity.entry.undo')}
        </ActionButton>
      )}
      {entry.undo === 'done' && <span className={page.quiet}>{t('activity.entry.undone')}</span>}
      {entry.undo === 'impossible' && (
        <span className={page.quiet}>
          {entry.undoReason
            ? t('activity.entry.cannotBeUndoneBecause', { reason: entry.undoReason })
            : t('activity.entry.cannotBeUndone')}
        </span>
      )}
      {refusal !== null && (
        <Notice
          tone="warning"
          title={t('activity.entry.notUndone')}
          isAlert
          onDismiss={() => setRefusal(null)}
        >
          {said(refusal)}
        </Notice>
      )}
      {undo.fault && <FaultNotice fault={undo.fault} context="open" onDismiss={undo.dismiss} />}
    </div>
  );
}
