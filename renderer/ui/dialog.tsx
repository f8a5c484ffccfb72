import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useFormat } from '#lib/use-format';

/**
 * A dialog that gives the focus back to what opened it, also if it is removed instead of being closed, and if
 * it was opened from a menu or by another dialog.
 */
export function Dialog(props: ModalProps) {
  const { t } = useFormat();
  useFocusReturn(props.opened);
  return (
    <Modal closeButtonProps={{ 'aria-label': t('ui.close') }} {...props} returnFocus={false} />
  );
}

interface ConfirmDialogProps {
  title: string;
  size?: 'lg' | undefined;
  /** What the user is asked. */
  children: ReactNode;
  confirmLabel: string;
  /** Absent: "Cancel". An answer of its own is what is advised: it is filled and has the focus. */
  cancelLabel?: string;
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
  const { isDangerous = false, isBlocked = false, isBusy = false } = props;
  const isAdvised = props.cancelLabel !== undefined;
  return (
    <Dialog opened onClose={props.onCancel} size={props.size} title={props.title}>
      {props.children}
      <Group justify="flex-end" mt="lg">
        <Button
          variant={isAdvised ? 'filled' : 'default'}
          onClick={props.onCancel}
          data-autofocus={isDangerous || isAdvised || undefined}
        >
          {props.cancelLabel ?? t('common.cancel')}
        </Button>
        <Button
          variant={isAdvised ? (isDangerous ? 'outline' : 'default') : 'filled'}
          {...(isDangerous && { color: 'red.9' })}
          loading={isBusy}
          disabled={isBlocked !== false}
          title={typeof isBlocked === 'string' ? isBlocked : undefined}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}

/** What opened the last dialog: a dialog that follows another one was opened by the same. */
let lastOpener: Element | null = null;
let openDialogs = 0;

function openerOf(focused: Element | null): Element | null {
  if (!focused || focused === document.body) return lastOpener;
  const menu = focused.closest('[role=menu]');
  if (!menu) return focused;
  return menu.id === '' ? null : document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`);
}

function useFocusReturn(isOpen: boolean): void {
  const opener = useRef<Element | null>(null);
  // Before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    openDialogs += 1;
    opener.current = openerOf(document.activeElement);
    lastOpener = opener.current;
    return () => {
      openDialogs -= 1;
    };
  }, [isOpen]);
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
  const isCovered = openDialogs > 0 && opener?.closest('[role=dialog]') === null;
  if (isElsewhere || isCovered || !(opener instanceof HTMLElement)) return;
  opener.focus({ preventScroll: true });
}
