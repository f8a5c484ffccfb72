import { Menu, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Draft, DraftKind } from '#shared/domain/edit';
import { useIsWorkKept } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import classes from './drafts.module.css';
import { draftStore, openDraft, useDrafts } from './store';

const kindLabels: Record<DraftKind, string> = {
  user: 'User',
  group: 'Group',
  limits: 'Limits',
  submission: 'To submit',
};

const maxListed = 20;

/** The number of unsaved changes in the title bar, and a menu of the drafts. */
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
              ? 'The drafts are only in memory. They could not be written to the offline copy.'
              : isKept
                ? 'Saved as drafts. Nothing is lost when you leave the page or close Waypost.'
                : 'Saved as drafts until you close Waypost or leave the account, because this computer has no copy of the account.'
          }
        >
          <IconPencil size={14} aria-hidden />
          <span>{counted(changes, 'unsaved change')}</span>
          {fault && <span> · not stored</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Drafts</Menu.Label>
        {newestFirst.slice(0, maxListed).map((draft) => (
          <DraftItem key={draft.key} draft={draft} />
        ))}
        {newestFirst.length > maxListed && (
          <Menu.Label>and {newestFirst.length - maxListed} more</Menu.Label>
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
        {kindLabels[draft.kind]} · {counted(Object.keys(draft.edit).length, 'change')} ·{' '}
        <AgeText at={draft.savedAt} />
      </span>
    </Menu.Item>
  );
}
