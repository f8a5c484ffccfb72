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
      What was filled in here before is kept until submissions are taken again.{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          for (const key of kept) draftStore.discard(key);
        }}
      >
        Discard what was filled in
      </Button>
    </p>
  );
}
