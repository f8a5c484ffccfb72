import { Menu, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Draft, DraftKind } from '#shared/domain/edit';
import { useIsWorkKept } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import classes from './drafts.module.css';
import { draftStore, openDraft, useDrafts } from './store';

const kindWords: Record<DraftKind, string> = {
  user: 'User',
  group: 'Group',
  limits: 'Limits',
  submission: 'To submit',
};

const listed = 20;

/** In the shell: how many changes are unsaved, and the way back to each of them. */
export function UnsavedDrafts() {
  const drafts = useDrafts();
  const fault = useStore(draftStore, (state) => state.fault);
  const { counted } = useFormat();
  const isKept = useIsWorkKept();
  const changes = [...drafts.values()].reduce((sum, { edit }) => sum + Object.keys(edit).length, 0);
  if (changes === 0) return null;
  const newestFirst = [...drafts.values()].sort((a, b) => b.savedAt - a.savedAt);
  return (
    <Menu position="bottom-end" width={320} withArrow>
      <Menu.Target>
        <UnstyledButton
          className={classes.unsaved}
          data-unkept={fault !== null || undefined}
          title={
            fault
              ? 'The drafts are on screen only: they could not be written to the offline copy.'
              : isKept
                ? 'Kept as drafts: nothing is lost when you leave the page or close Waypost.'
                : 'Kept as drafts until Waypost is closed or the account is left: no copy of it is on this computer.'
          }
        >
          <IconPencil size={14} aria-hidden />
          <span>{counted(changes, 'unsaved change')}</span>
          {fault && <span> · not kept</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Drafts</Menu.Label>
        {newestFirst.slice(0, listed).map((draft) => (
          <DraftItem key={draft.key} draft={draft} />
        ))}
        {newestFirst.length > listed && (
          <Menu.Label>and {newestFirst.length - listed} more</Menu.Label>
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
      <span className={classes.quiet}>
        {kindWords[draft.kind]} · {counted(Object.keys(draft.edit).length, 'change')} ·{' '}
        <AgeText at={draft.savedAt} />
      </span>
    </Menu.Item>
  );
}
