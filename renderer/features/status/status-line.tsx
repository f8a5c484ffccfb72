import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { StatusDetails } from './status-details';
import classes from './status-line.module.css';
import { statusText } from './status-messages';
import { statusMirror } from './store';

/** The footer that shows how current the data on screen is. */
export function StatusLine() {
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  if (!status) return <footer className={classes.line} />;
  const { mode, parts } = statusText(status, now, format);
  const text = [mode, ...parts].join(' · ');
  return (
    <footer className={classes.line} data-mode={status.mode}>
      {/* Not live: screen readers would announce every tick of the ages. */}
      <div className={classes.text} role="status" aria-live="off" title={text}>
        <strong className={classes.mode}>{mode}</strong>
        {parts.map((part) => (
          <span key={part.replace(/\d+/g, '')}> · {part}</span>
        ))}
      </div>
      <Popover opened={isOpen} onChange={setOpen} position="top-end" withinPortal trapFocus>
        <Popover.Target>
          <UnstyledButton className={classes.details} onClick={() => setOpen(!isOpen)}>
            Status details
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Status details" className={classes.dropdown}>
          <StatusDetails status={status} />
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden aria-live="polite">{mode}</VisuallyHidden>
    </footer>
  );
}
