import { useStore } from 'zustand';
import type { NoticeItem } from '#ui/notice';
import { clockText, isClockWrong } from './clock-messages';
import { texts } from './status-texts';
import { statusMirror } from './store';

/** The clock of this computer is wrong. */
export function useClockNotices(): NoticeItem[] {
  const offsetMs = useStore(statusMirror, ({ value }) => value?.clockOffsetMs ?? null);
  if (offsetMs === null || !isClockWrong(offsetMs)) return [];
  const title = clockText(offsetMs);
  const children = <div>{texts.agesAreShownByThe}</div>;
  return [{ id: title, tone: 'warning', title, children, onDismiss: 'hide' }];
}
