import { Button } from '@mantine/core';
import { draftStore, useDrafts } from '#features/drafts';
import { draftKeys } from './typed-form';

/** Says of what was filled in before that it is kept, and lets it go: its forms are not on screen. */
export function KeptForms() {
  const drafts = useDrafts();
  const kept = Object.values(draftKeys).filter((key) => drafts.has(key));
  if (kept.length === 0) return null;
  return (
    <p>
      Your earlier entries are stored until submissions are accepted again.{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          for (const key of kept) draftStore.discard(key);
        }}
      >
        Discard the entries
      </Button>
    </p>
  );
}
