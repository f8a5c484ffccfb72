import { Menu, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Draft, DraftKind } from '#shared/domain/edit';
import { useWorkPlace } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { page } from '#ui/page';
import { draftsPlaceTexts, moreDraftsText, texts } from './edits-texts';
import classes from './edits.module.css';
import { draftStore, openDraft, useDrafts } from './draft-store';

const kindLabels: Record<DraftKind, string> = {
  user: texts.user,
  group: texts.group,
  limits: texts.limits,
  submission: texts.toSubmit,
  note: texts.note,
};

const maxListed = 20;

/** The number of unsaved changes in the title bar, and a menu of the drafts. */
export function UnsavedDrafts() {
  const drafts = useDrafts();
  const fault = useStore(draftStore, (state) => state.fault);
  const { counted } = useFormat();
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
          title={draftsPlaceTexts[fault && !isRefusedByDisk ? 'refused' : place]}
        >
          <IconPencil size={14} aria-hidden />
          <span>{counted(changes, 'unsaved change')}</span>
          {isRefused && <span> · {texts.notStored}</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.drafts}</Menu.Label>
        {newestFirst.slice(0, maxListed).map((draft) => (
          <DraftItem key={draft.key} draft={draft} />
        ))}
        {newestFirst.length > maxListed && (
          <Menu.Label>{moreDraftsText(newestFirst.length - maxListed)}</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function DraftItem({ draft }: { draft: Draft }) {
  const { counted } = useFormat();
  return (
    <Menu.Item onClick={() => openDraft(draft)}>
      <span className={classes.draftLabel}>{draft.label}</span>
      <span className={page.quiet}>
        {kindLabels[draft.kind]} · {counted(Object.keys(draft.edit).length, 'change')} ·{' '}
        <AgeText at={draft.savedAt} />
      </span>
    </Menu.Item>
  );
}
