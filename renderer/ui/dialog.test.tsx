import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../test/support/window/show';
import { ConfirmDialog, Dialog } from './dialog';
import { t } from '../../test/support/english';

/** Two dialogs, the second opened by the first. */
function Page() {
  const [open, setOpen] = useState<'none' | 'first' | 'second'>('none');
  const close = () => setOpen('none');
  return (
    <>
      <button type="button" onClick={() => setOpen('first')}>
        Open
      </button>
      {open === 'first' && (
        <Dialog opened onClose={close} title="First">
          <button type="button" onClick={() => setOpen('second')}>
            Continue
          </button>
        </Dialog>
      )}
      <Dialog opened={open === 'second'} onClose={close} title="Second">
        Last
      </Dialog>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

test('Escape and the button in the corner close a dialog, and what opened it has the focus', async () => {
  const { user } = show(<Page />);
  await user.click(button('Open'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button('Open'));

  await user.click(button('Open'));
  await user.click(button(t('ui.close')));
  expect(document.activeElement).toBe(button('Open'));
});

test('a dialog that follows another one gives the focus to what opened the first', async () => {
  const { user } = show(<Page />);
  await user.click(button('Open'));
  await user.click(button('Continue'));
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(button('Open'));
});

test('of two dialogs, Escape closes the one on top', async () => {
  function Pair() {
    const [isAsking, setAsking] = useState(false);
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Below">
          <button type="button" onClick={() => setAsking(true)}>
            Ask
          </button>
        </Dialog>
        <Dialog opened={isAsking} onClose={() => setAsking(false)} title="On top">
          Sure?
        </Dialog>
      </>
    );
  }
  const { user } = show(<Pair />);
  await user.click(button('Ask'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'On top' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Below' })).toBeTruthy();
  expect(document.activeElement).toBe(button('Ask'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a question that advises against what was asked has the focus on the way back', async () => {
  const nothing = () => undefined;
  show(
    <ConfirmDialog
      title="Without a password?"
      confirmLabel="Create"
      cancelLabel="Enter a password"
      isCancelAdvised
      onConfirm={nothing}
      onCancel={nothing}
    >
      It can be set later.
    </ConfirmDialog>,
  );
  await waitFor(() => expect(document.activeElement).toBe(button('Enter a password')));
});
