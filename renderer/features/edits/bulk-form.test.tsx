import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { FaultError } from '#shared/fault';
import { message } from '#shared/i18n/translate';
import { showAccount } from '#lib/account-scope';
import { toasts } from '#lib/toasts';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { BulkForm, usePlan } from './bulk-form';

function Form({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  return (
    <BulkForm
      title="New group"
      runLabel="Create group"
      plan={
        name === ''
          ? null
          : {
              title: message('groups.job.create', { name }),
              kind: 'group',
              steps: [{ kind: 'group', action: 'create', edit: { name } }],
            }
      }
      onClose={onClose}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
    </BulkForm>
  );
}

test('runs with Enter once the values are complete, and stays open with the reason if it fails', async () => {
  const planned: unknown[] = [];
  answer('jobs', {
    plan: ({ title }) => {
      planned.push(title);
      throw new FaultError({ kind: 'storage', reason: 'full' });
    },
  });
  const onClose = vi.fn<() => void>();
  const { user } = show(<Form onClose={onClose} />);
  expect(screen.getByRole('button', { name: 'Create group' })).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Name'), '{Enter}');
  expect(planned).toEqual([]);
  await user.type(screen.getByLabelText('Name'), 'Depot{Enter}');
  await waitFor(() => expect(planned).toEqual([message('groups.job.create', { name: 'Depot' })]));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

function Plan() {
  const plan = usePlan();
  const title = message('groups.actions.delete', { count: 1 });
  const request = { title, kind: 'group' as const, steps: [] };
  return <button onClick={() => void plan.run(request)}>{plan.fault ? 'Failed' : 'Delete'}</button>;
}

test('a plan that fails says so, but not in the account that was opened meanwhile', async () => {
  let fail = () => {};
  const failing = () =>
    new Promise<never>((_, reject) => {
      fail = () => reject(new FaultError({ kind: 'storage', reason: 'full' }));
    });
  answer('jobs', { plan: failing });
  showAccount('first');
  const { user } = show(<Plan />);
  const run = async (before: () => void) => {
    await user.click(screen.getByRole('button'));
    before();
    fail();
    await screen.findByRole('button', { name: 'Failed' });
  };
  await run(() => undefined);
  expect(toasts.getState().shown).toMatchObject([{ title: 'Delete 1 group' }]);
  await run(() => showAccount('second'));
  expect(toasts.getState().shown).toEqual([]);
});
