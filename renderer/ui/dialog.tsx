import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useFormat } from '#lib/use-format';
import classes from './dialog.module.css';

interface DialogProps extends ModalProps {
  /** The page of the guide about this dialog, if it is not the one about the page below. */
  'data-guide'?: string;
}

/**
 * A dialog that gives the focus back to what opened it, also if it is removed instead of being closed, and if
 * it was opened from a menu or by another dialog. Of several, Escape closes the one on top.
 */
export function Dialog(props: DialogProps) {
  const { t } = useFormat();
  const id = useId();
  const isOnTop = useStore(openDialogs, (ids) => ids.at(-1) === id);
  useFocusReturn(props.opened, id);
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      {...props}
      returnFocus={false}
      closeOnEscape={isOnTop}
    />
  );
}

/** The buttons at the foot of a dialog, which stay in sight while what is above them scrolls. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" className={classes.actions}>
    {children}
  </Group>
);

interface ConfirmDialogProps {
  title: string;
  size?: 'lg' | undefined;
  children: ReactNode;
  confirmLabel: string;
  /** Absent: "Cancel". */
  cancelLabel?: string;
  /** Not confirming is what is advised: it is filled and has the focus. */
  isCancelAdvised?: boolean;
  /** Confirming removes something. */
  isDangerous?: boolean;
  isBusy?: boolean;
  /** It cannot be confirmed now; a text says why. */
  isBlocked?: boolean | string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks one question. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useFormat();
  const { isDangerous = false, isBlocked = false, isBusy = false, isCancelAdvised = false } = props;
  return (
    <Dialog opened onClose={props.onCancel} size={props.size} title={props.title}>
      {props.children}
      <DialogActions>
        <Button
          variant={isCancelAdvised ? 'filled' : 'default'}
          onClick={props.onCancel}
          data-autofocus={isDangerous || isCancelAdvised || undefined}
        >
          {props.cancelLabel ?? t('common.cancel')}
        </Button>
        <Button
          variant={isCancelAdvised ? (isDangerous ? 'outline' : 'default') : 'filled'}
          {...(isDangerous && { color: 'red.9' })}
          loading={isBusy}
          disabled={isBlocked !== false}
          title={typeof isBlocked === 'string' ? isBlocked : undefined}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What opened the last dialog: a dialog that follows another one was opened by the same. */
let lastOpener: Element | null = null;
/** From the first to the one on top. */
const openDialogs = createStore((): readonly string[] => []);

function openerOf(focused: Element | null): Element | null {
  if (!focused || focused === document.body) return lastOpener;
  const menu = focused.closest('[role=menu]');
  if (!menu) return focused;
  return menu.id === '' ? null : document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`);
}

function useFocusReturn(isOpen: boolean, id: string): void {
  const opener = useRef<Element | null>(null);
  // Before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    openDialogs.setState((ids) => [...ids, id], true);
    opener.current = openerOf(document.activeElement);
    lastOpener = opener.current;
    return () => openDialogs.setState((ids) => ids.filter((each) => each !== id), true);
  }, [isOpen, id]);
  // After it was removed.
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => giveFocusTo(opener.current);
  }, [isOpen]);
}

function giveFocusTo(opener: Element | null): void {
  const focused = document.activeElement;
  const isElsewhere =
    focused && focused !== document.body && focused.closest('[role=dialog]') === null;
  // The dialog that follows has the focus, unless what opened this one is part of it.
  const isCovered = openDialogs.getState().length > 0 && opener?.closest('[role=dialog]') === null;
  if (isElsewhere || isCovered || !(opener instanceof HTMLElement)) return;
  opener.focus({ preventScroll: true });
}
