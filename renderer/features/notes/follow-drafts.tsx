import { useCallback } from 'react';
import { deviceOfNoteDraft } from '#shared/domain/device';
import { useOpenedDraft } from '#features/edits';
import { useFleetStore } from '#features/fleet';

/** Opens the device of a note that was chosen in the menu of drafts. */
export function NoteDrafts() {
  const store = useFleetStore();
  useOpenedDraft(
    'note',
    useCallback((key: string) => store.show(deviceOfNoteDraft(key)), [store]),
  );
  return null;
}
