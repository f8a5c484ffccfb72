import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type Toast, dismissToast, toastMs, toasts } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from './action-button';
import classes from './notice.module.css';

type NoticeTone = 'info' | 'warning' | 'fault';

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
  const { t } = useFormat();
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
          aria-label={t('ui.dismiss')}
          onClick={onDismiss}
        />
      )}
    </div>
  );
}

/** The short messages above the status bar, announced by screen readers. */
export function Toasts() {
  const shown = useStore(toasts, (state) => state.shown);
  const place = useRef<HTMLDivElement>(null);
  useToastRoom(place, shown.length > 0);
  return (
    <div ref={place} className={classes.toastPlace}>
      {/* In the document before the first message, or screen readers do not announce it. */}
      <div aria-live="polite" className={classes.toasts}>
        {shown
          .filter(({ tone }) => tone === 'info')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} place={place} />
          ))}
      </div>
      <div aria-live="assertive" className={classes.toasts}>
        {shown
          .filter(({ tone }) => tone === 'error')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} place={place} />
          ))}
      </div>
    </div>
  );
}

/** The page has so much room below its last line that it can be scrolled out of what the messages cover. */
function useToastRoom(place: RefObject<HTMLDivElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || !place.current) return undefined;
    const { style } = document.documentElement;
    const shown = place.current;
    const measured = new ResizeObserver(() =>
      style.setProperty('--waypost-toast-room', `${shown.offsetHeight + gapPx}px`),
    );
    measured.observe(shown);
    return () => {
      measured.disconnect();
      style.removeProperty('--waypost-toast-room');
    };
  }, [isShown, place]);
}

/** Between the messages and the last line. */
const gapPx = 16;

interface ToastCardProps {
  toast: Toast;
  /** While the pointer or the focus is on the messages, none of them disappears. */
  place: RefObject<HTMLDivElement | null>;
}

/** How soon a message goes after the pointer and the focus have left. */
const leftMs = 2_000;

function ToastCard({ toast, place }: ToastCardProps) {
  const { t } = useFormat();
  const { id, tone, title, text, actions = [] } = toast;
  useEffect(() => {
    if (tone !== 'info') return;
    // Asked when it is time: a button that disappears under the pointer sends no event of leaving.
    const end = () => {
      const on = place.current;
      const isHeld = on?.matches(':hover') || on?.contains(document.activeElement);
      if (isHeld) timer = setTimeout(end, leftMs);
      else dismissToast(id);
    };
    let timer = setTimeout(end, toastMs);
    return () => clearTimeout(timer);
  }, [tone, id, place]);
  const Icon = tone === 'info' ? IconCheck : IconAlertTriangle;
  return (
    <div
      className={`${classes.notice} ${classes.toast}`}
      data-tone={tone === 'error' ? 'fault' : tone}
      data-toast
    >
      <Icon className={classes.icon} size={18} aria-hidden />
      <div className={classes.text}>
        <strong>{title}</strong>
        {text && <div>{text}</div>}
      </div>
      {actions.length > 0 && (
        <div className={classes.actions}>
          {actions.map(({ label, run }) => (
            <ActionButton
              key={label}
              size="compact-sm"
              onClick={() => {
                dismissToast(id);
                run();
              }}
            >
              {label}
            </ActionButton>
          ))}
        </div>
      )}
      <CloseButton
        size="sm"
        className={classes.toastDismiss}
        aria-label={t('ui.dismissMessage')}
        onClick={() => dismissToast(id)}
      />
    </div>
  );
}
