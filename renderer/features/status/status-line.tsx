import { VisuallyHidden } from '@mantine/core';
import { useStore } from 'zustand';
import { useFormat } from '#lib/use-format';
import { useNow } from '#lib/clock';
import classes from './status-line.module.css';
import { statusText } from './status-messages';
import { statusMirror } from './store';

/** The footer that shows how current the data on screen is. */
export function StatusLine() {
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
  const now = useNow();
  if (!status) return <footer className={classes.line} />;
  const { mode, parts } = statusText(status, now, format);
  const text = [mode, ...parts].join(' · ');
  return (
    <footer className={classes.line} data-mode={status.mode}>
      {/* Not live: screen readers would announce every tick of the ages. */}
      <div role="status" aria-live="off" title={text}>
        <strong className={classes.mode}>{mode}</strong>
        {parts.map((part) => (
          <span key={part.replace(/\d+/g, '')}> · {part}</span>
        ))}
      </div>
      <VisuallyHidden aria-live="polite">{mode}</VisuallyHidden>
    </footer>
  );
}
