import { CloseButton } from '@mantine/core';
import { useCallback, useRef, type ReactNode } from 'react';
import { useEscape } from '#lib/use-escape';
import classes from './side-panel.module.css';

interface SidePanelProps {
  /** The accessible name of the panel. */
  label: string;
  title: string;
  /** Below the title. */
  subtitle?: ReactNode;
  closeLabel: string;
  /** Also called by Escape, while the panel is on screen. */
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the side of a page, with a title and a button that closes it. */
export function SidePanel({
  label,
  title,
  subtitle,
  closeLabel,
  onClose,
  children,
}: SidePanelProps) {
  const region = useRef<HTMLElement>(null);
  // A page may stay mounted while another page is shown.
  const isShown = () => region.current !== null && region.current.offsetParent !== null;
  useEscape(useCallback(() => (isShown() ? onClose() : false), [onClose]));
  return (
    <section ref={region} className={classes.panel} aria-label={label}>
      <div className={classes.head}>
        <div className={classes.headText}>
          <h2 className={classes.title} title={title}>
            {title}
          </h2>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        <CloseButton aria-label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
