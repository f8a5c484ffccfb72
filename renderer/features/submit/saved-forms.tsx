import { Button } from '@mantine/core';
import { draftStore, useDrafts } from '#features/drafts';
import { draftKeys } from './typed-form';

/** Says that earlier entries are stored although their forms are not shown, and discards them. */
export function SavedForms() {
  const drafts = useDrafts();
  const saved = Object.values(draftKeys).filter((key) => drafts.has(key));
  if (saved.length === 0) return null;
  return (
    <p>
      Your earlier entries are still here and can be sent when submissions are accepted again.{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          for (const key of saved) draftStore.discard(key);
        }}
      >
        Discard the entries
      </Button>
    </p>
  );
}
