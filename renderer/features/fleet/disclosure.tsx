import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './details.module.css';

interface DisclosureProps {
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A section that is closed at first; its content exists only while it is open. */
export function Disclosure({ title, isOpen, onToggle, children }: DisclosureProps) {
  const id = useId();
  return (
    <section className={classes.disclosure}>
      <h3 className={classes.disclosureHead}>
        <UnstyledButton
          className={classes.disclosureButton}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <IconChevronRight size={14} aria-hidden className={classes.chevron} />
          {title}
        </UnstyledButton>
      </h3>
      <div id={id}>{isOpen && children}</div>
    </section>
  );
}
