import { Popover, UnstyledButton } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { useEscape } from '#lib/use-escape';
import classes from './status-item.module.css';

interface StatusItemProps {
  /** The name of the popover, and of the item together with its text. */
  name: string;
  text: string;
  /** In front of the text. */
  icon?: ReactNode;
  children: (close: () => void) => ReactNode;
}

/** A short item of the status bar, which opens what is behind it. */
export function StatusItem({ name, text, icon, children }: StatusItemProps) {
  const [isOpen, setOpen] = useState(false);
  // The popover itself handles Escape only once it has the focus, a moment after it has opened.
  useEscape(useCallback(() => (isOpen ? setOpen(false) : false), [isOpen]));
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.item}
          title={name}
          aria-label={`${name}: ${text}`}
          onClick={() => setOpen(!isOpen)}
        >
          {icon}
          {text}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} className={classes.dropdown}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
