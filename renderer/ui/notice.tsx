import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '#lib/ui-texts';
import classes from './notice.module.css';

export type NoticeTone = 'info' | 'warning' | 'fault';

interface NoticeProps {
  tone: NoticeTone;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced immediately by screen readers; for faults only. */
  isAlert?: boolean;
  onDismiss?: () => void;
}

/** A notice in the one list of the window, which says what holds for more than one page. */
export interface NoticeItem extends Omit<NoticeProps, 'onDismiss'> {
  /** A dismissed notice is shown again with another id. */
  id: string;
  /** `hide`: the list remembers it; absent: it stays as long as it applies. */
  onDismiss?: 'hide' | (() => void);
}

/** A message in the flow of the page, which stays until it is dismissed or no longer applies. */
export function Notice({ tone, title, children, actions, isAlert, onDismiss }: NoticeProps) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={classes.notice} data-tone={tone} role={isAlert ? 'alert' : 'note'}>
      <Icon className={classes.icon} size={18} aria-hidden />
      <div className={classes.text}>
        <strong className={classes.title}>{title}</strong>
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
      {onDismiss && (
        <CloseButton
          className={classes.dismiss}
          size="sm"
          aria-label={texts.dismiss}
          onClick={onDismiss}
        />
      )}
    </div>
  );
}
