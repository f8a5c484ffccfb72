import { Button, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { dismissToast, toastMs, toasts, type Toast } from '#lib/toasts';
import { texts } from '#lib/ui-texts';
import classes from './notice.module.css';

/** The short messages above the status bar, announced by screen readers. */
export function Toasts() {
  const shown = useStore(toasts, (state) => state.shown);
  const [isHeld, setHeld] = useState(false);
  return (
    <div
      role="presentation"
      className={classes.toastPlace}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* In the document before the first message, or screen readers do not announce it. */}
      <div aria-live="polite" className={classes.toasts}>
        {shown
          .filter(({ tone }) => tone === 'info')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} isHeld={isHeld} />
          ))}
      </div>
      <div aria-live="assertive" className={classes.toasts}>
        {shown
          .filter(({ tone }) => tone === 'error')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} isHeld={isHeld} />
          ))}
      </div>
    </div>
  );
}

interface ToastCardProps {
  toast: Toast;
  /** The pointer or the focus is on the messages: none of them disappears. */
  isHeld: boolean;
}

function ToastCard({ toast, isHeld }: ToastCardProps) {
  const { id, tone, title, text, action } = toast;
  const ends = tone === 'info' && !isHeld;
  useEffect(() => {
    if (!ends) return;
    const timer = setTimeout(() => dismissToast(id), toastMs);
    return () => clearTimeout(timer);
  }, [ends, id]);
  const Icon = tone === 'info' ? IconCheck : IconAlertTriangle;
  return (
    <div
      className={`${classes.notice} ${classes.toast}`}
      data-tone={tone === 'error' ? 'fault' : tone}
    >
      <Icon className={classes.icon} size={18} aria-hidden />
      <div className={classes.text}>
        <strong>{title}</strong>
        {text && <div>{text}</div>}
      </div>
      {action && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label={texts.dismissMessage} onClick={() => dismissToast(id)} />
    </div>
  );
}
