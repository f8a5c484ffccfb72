import type { Status } from '#shared/domain/session';
import { Dialog } from '#ui/dialog';
import { UsagePanel } from './usage-panel';
import { texts } from './usage-texts';

interface UsageDialogProps {
  status: Status;
  onClose: () => void;
}

/** The calls of the day, opened from the status bar. */
export function UsageDialog({ status, onClose }: UsageDialogProps) {
  return (
    <Dialog opened onClose={onClose} size="min(680px, 92vw)" title={texts.callsToday}>
      <UsagePanel status={status} />
    </Dialog>
  );
}
