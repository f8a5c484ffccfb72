import { Button } from '@mantine/core';
import { draftStore, useDrafts } from '#features/edits';
import { texts } from './submit-texts';
import { draftKeys } from './typed-form';

/** Says that earlier entries are stored although their forms are not shown, and discards them. */
export function SavedForms() {
  const drafts = useDrafts();
  const saved = Object.values(draftKeys).filter((key) => drafts.has(key));
  if (saved.length === 0) return null;
  return (
    <p>
      {texts.entriesStay}{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          for (const key of saved) draftStore.discard(key);
        }}
      >
        {texts.discardTheEntries}
      </Button>
    </p>
  );
}
