import { Menu, UnstyledButton } from '@mantine/core';
import { IconDeviceFloppy, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Draft, RecordKind } from '#shared/domain/edit';
import { inAccount } from '#lib/account-scope';
import { faultText } from '#lib/faults';
import type { Format } from '#lib/format';
import { showToast } from '#lib/toasts';
import { useWorkPlace } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { currentFormat, useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { page } from '#ui/page';
import classes from './edits.module.css';
import {
  draftName,
  draftStore,
  openDraft,
  saveDrafts,
  useDrafts,
  type RecordDraft,
} from './drafts';
import { useWaits } from './use-save';

const maxListed = 20;

/** The number of unsaved changes in the title bar, and a menu that opens the drafts or saves all of them. */
export function UnsavedDrafts({ checks }: { checks: DraftChecks }) {
  const drafts = useDrafts();
  const { t } = useFormat();
  const waits = useWaits();
  const saveAll = useAction(async () => {
    const all = recordDrafts(draftStore.getState().drafts.values());
    await saveAllDrafts(all, checks);
    return { ok: true as const, value: undefined };
  });
  useOfferWhenOnline(waits === null, () => void saveAll.run());
  const toSave = recordDrafts(drafts.values()).length;
  const fault = useStore(draftStore, (state) => state.fault);
  const place = useWorkPlace();
  const isRefusedByDisk = place === 'full' || place === 'refused';
  const isRefused = fault !== null || isRefusedByDisk;
  const changes = [...drafts.values()].reduce((sum, { edit }) => sum + Object.keys(edit).length, 0);
  if (changes === 0) return null;
  const newestFirst = [...drafts.values()].sort((a, b) => b.savedAt - a.savedAt);
  return (
    <Menu position="bottom-end" width={320} withArrow>
      <Menu.Target>
        <UnstyledButton
          className={classes.unsaved}
          data-unstored={isRefused || undefined}
          title={t(`edits.drafts.place.${fault && !isRefusedByDisk ? 'refused' : place}`)}
        >
          <IconPencil size={14} aria-hidden />
          <span>{t('edits.bar.count', { count: changes })}</span>
          {isRefused && <span> · {t('edits.drafts.notStored')}</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('edits.drafts')}</Menu.Label>
        {newestFirst.slice(0, maxListed).map((draft) => (
          <DraftItem key={draft.key} draft={draft} />
        ))}
        {newestFirst.length > maxListed && (
          <Menu.Label>{t('common.more', { count: newestFirst.length - maxListed })}</Menu.Label>
        )}
        {toSave > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              disabled={waits !== null || saveAll.isBusy}
              onClick={() => void saveAll.run()}
            >
              {saveAll.isBusy
                ? t('edits.drafts.saving')
                : t('edits.drafts.saveAll', { count: toSave })}
              {waits !== null && <span className={page.quiet}>{waits}</span>}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Offers to save the drafts once the service responds again. */
function useOfferWhenOnline(isOnline: boolean, save: () => void): void {
  const wasOnline = useRef(isOnline);
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const isBack = isOnline && !wasOnline.current;
    wasOnline.current = isOnline;
    const waiting = isBack ? recordDrafts(draftStore.getState().drafts.values()).length : 0;
    if (waiting === 0) return;
    const { t } = currentFormat();
    showToast({
      tone: 'info',
      title: t('edits.drafts.online'),
      text: t('edits.drafts.waiting', { count: waiting }),
      actions: [
        { label: t('edits.drafts.saveAll', { count: waiting }), run: () => latest.current() },
      ],
    });
  }, [isOnline]);
}

function DraftItem({ draft }: { draft: Draft }) {
  const format = useFormat();
  const { t } = format;
  return (
    <Menu.Item onClick={() => openDraft(draft)}>
      <span className={classes.draftLabel}>{draftName(draft, format)}</span>
      <span className={page.quiet}>
        {t(`edits.drafts.${draft.kind}`)} ·{' '}
        {t('edits.drafts.changes', { count: Object.keys(draft.edit).length })} ·{' '}
        <AgeText at={draft.savedAt} />
      </span>
    </Menu.Item>
  );
}

/** Why a draft of a kind cannot be sent as it is; null: it can. */
export type DraftChecks = Record<RecordKind, (draft: RecordDraft, format: Format) => string | null>;

const isOfRecord = (draft: Draft): draft is Draft & RecordDraft =>
  draft.kind === 'user' || draft.kind === 'group' || draft.kind === 'limits';

/** The drafts that are changes of records: the others are sent from their pages. */
const recordDrafts = (drafts: Iterable<Draft>): RecordDraft[] => [...drafts].filter(isOfRecord);

const mostNamed = 3;

/**
 * Sends every draft that can be sent, one after the other, and says what became of them. One that is not valid, or
 * that somebody else changed too, stays a draft.
 */
async function saveAllDrafts(drafts: readonly RecordDraft[], checks: DraftChecks): Promise<void> {
  const problems = new Map(
    drafts.map((draft) => [draft.key, checks[draft.kind](draft, currentFormat())]),
  );
  const result = await inAccount(
    saveDrafts(drafts.filter(({ key }) => problems.get(key) === null)),
  );
  if (!result) return;
  const { saved, conflicts, failed } = result;
  const format = currentFormat();
  const { t } = format;
  for (const { draft, fault } of failed) {
    const { title, what } = faultText(fault, 'open', format);
    problems.set(draft.key, t('edits.drafts.fault', { title, what }));
  }
  for (const { draft } of conflicts) problems.set(draft.key, t('edits.drafts.changedByOthers'));
  const savedKeys = new Set(saved.map(({ draft }) => draft.key));
  const kept = drafts.filter(({ key }) => !savedKeys.has(key));
  if (saved.length > 0) {
    showToast({ tone: 'info', title: t('edits.drafts.saved', { count: saved.length }) });
  }
  const [first] = kept;
  if (!first) return;
  const named = kept.flatMap((draft) => {
    const problem = problems.get(draft.key);
    return problem
      ? [t('edits.drafts.problem', { record: draftName(draft, format), problem })]
      : [];
  });
  const rest = named.length - mostNamed;
  const more = rest > 0 ? [t('common.more', { count: rest })] : [];
  showToast({
    tone: 'error',
    title: t('edits.drafts.notSaved', { count: kept.length }),
    text: [...named.slice(0, mostNamed), ...more].join(' '),
    actions: [{ label: t('edits.drafts.open'), run: () => openDraft(first) }],
  });
}
