import { UnstyledButton } from '@mantine/core';
import { useEffect, useState, type RefObject } from 'react';
import { texts } from './settings-texts';
import classes from './settings.module.css';

interface SettingsIndexProps {
  /** The element with the sections, each under a heading. */
  sections: RefObject<HTMLElement | null>;
}

/** Names the sections of the settings, and goes to the one that is pressed. */
export function SettingsIndex({ sections }: SettingsIndexProps) {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const parent = sections.current;
    if (!parent) return undefined;
    const read = () => {
      const found = [...parent.querySelectorAll('h2')];
      setHeadings((known) =>
        known.length === found.length && known.every((each, at) => each === found[at])
          ? known
          : found,
      );
    };
    read();
    // Other features add theirs, some of them later.
    const observer = new MutationObserver(read);
    observer.observe(parent, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [sections]);
  return (
    <nav aria-label={texts.sections} className={classes.index}>
      {headings.map((heading) => (
        <UnstyledButton
          key={heading.textContent}
          className={classes.entry}
          onClick={() => {
            heading.tabIndex = -1;
            heading.focus({ preventScroll: true });
            heading.parentElement?.scrollIntoView({ block: 'start' });
          }}
        >
          {heading.textContent}
        </UnstyledButton>
      ))}
    </nav>
  );
}
