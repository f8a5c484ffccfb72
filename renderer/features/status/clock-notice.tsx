import { useState } from 'react';
import { useStore } from 'zustand';
import { Notice } from '#ui/notice';
import { clockText, isClockWrong } from './clock-messages';
import { texts } from './status-texts';
import { statusMirror } from './store';

/** Says on every page that the clock of this computer is wrong, until it is dismissed. */
export function ClockNotice() {
  const offsetMs = useStore(statusMirror, ({ value }) => value?.clockOffsetMs ?? null);
  const [seen, setSeen] = useState<string | null>(null);
  if (offsetMs === null || !isClockWrong(offsetMs)) return null;
  const text = clockText(offsetMs);
  if (text === seen) return null;
  return (
    <Notice tone="warning" title={text} onDismiss={() => setSeen(text)}>
      <div>{texts.agesAreShownByThe}</div>
    </Notice>
  );
}
