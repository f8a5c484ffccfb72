import { CloseButton, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { clock } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import classes from './handover.module.css';
import { handoverMessages as messages } from './messages';
import { newsText, timeText } from './note-text';
import { handoverStore, shownNote } from './store';

/** How often the line is computed again: positions arrive one by one after a return. */
const refreshMs = 10_000;

/** One line about the last absence, until it is dismissed. Nothing without news. */
export function HandoverLine() {
  const isAsked = useStore(
    handoverStore,
    ({ absence, isOpen }) => isOpen || (absence !== null && !absence.isDismissed),
  );
  const note = useStore(handoverStore, shownNote);
  const format = useFormat();
  useEffect(() => {
    if (!isAsked) return;
    const timer = setInterval(() => void handoverStore.refresh(), refreshMs);
    return () => clearInterval(timer);
  }, [isAsked]);
  if (!note) return null;
  const time = (at: number) => timeText(at, clock.now(), format);
  return (
    <section className={classes.line} aria-label={messages.title}>
      <IconHistory size={14} aria-hidden className={classes.icon} />
      <span className={classes.news} aria-live="polite">
        {messages.line({ time: time(note.since), news: newsText(note, time, format) })}
      </span>
      <UnstyledButton className={classes.show} onClick={() => handoverStore.open(note.since)}>
        {messages.show}
      </UnstyledButton>
      <CloseButton
        size="sm"
        aria-label={messages.dismiss}
        title={messages.dismiss}
        onClick={() => handoverStore.dismiss()}
      />
    </section>
  );
}
