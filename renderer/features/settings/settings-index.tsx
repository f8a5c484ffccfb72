import { UnstyledButton } from '@mantine/core';
import { useEffect, useState, type RefObject } from 'react';
import { useFormat } from '#lib/use-format';
import classes from './settings.module.css';

interface Heading {
  name: string;
  element: HTMLElement;
}

interface SettingsIndexProps {
  /** The element with the sections, each under a heading. */
  sections: RefObject<HTMLElement | null>;
}

/** Names the sections of the settings, and goes to the one that is pressed. */
export function SettingsIndex({ sections }: SettingsIndexProps) {
  const { t } = useFormat();
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  useEffect(() => {
    const parent = sections.current;
    if (!parent) return undefined;
    const read = () => {
      const found = [...parent.querySelectorAll('h2')].map((element) => ({
        name: element.textContent,
        element,
      }));
      const isFound = ({ name, element }: Heading, at: number) =>
        name === found[at]?.name && element === found[at].element;
      setHeadings((known) =>
        known.length === found.length && known.every(isFound) ? known : found,
      );
    };
    read();
    // Other features add theirs, some of them later, and names change with the language.
    const observer = new MutationObserver(read);
    observer.observe(parent, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [sections]);
  return (
    <nav aria-label={t('settings.sections')} className={classes.index}>
      {headings.map(({ name, element }) => (
        <UnstyledButton
          key={name}
          className={classes.entry}
          onClick={() => {
            element.tabIndex = -1;
            element.focus({ preventScroll: true });
            element.parentElement?.scrollIntoView({ block: 'start' });
          }}
        >
          {name}
        </UnstyledButton>
      ))}
    </nav>
  );
}
