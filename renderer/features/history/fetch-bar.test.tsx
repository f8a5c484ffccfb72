import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import { showAccount } from '#lib/account-scope';
import { t } from '../../../test/support/english';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { FetchBar } from './fetch-bar';

const plan = {
  calls: 3,
  newCalls: 3,
  mostCalls: 3,
  days: 1,
  cachedDays: 0,
  missingDays: 1,
  untouchedDays: 1,
  callsPerMinute: 120,
  incompleteDays: 0,
  open: null,
  estimatedSeconds: 1,
};
const day = 86_400_000;
const first = { from: 0, to: day - 1 };
const bar = (deviceIds: readonly string[], range = first) => (
  <FetchBar log="locations" deviceIds={deviceIds} range={range} />
);
const fetch = () => screen.queryByRole('button', { name: t('history.load') });
const fault = () => screen.queryByRole('alert');

test('a cost that cannot be asked for is not that of the choice before, and goes with the choice', async () => {
  answer('history', {
    fetches: () => [],
    plan: ({ range }) => {
      if (range.from > 0) throw new FaultError({ kind: 'bug', reference: 'r' });
      return plan;
    },
  });
  showAccount('account');
  const { rerender } = show(bar(['van']));
  await waitFor(() => expect(fetch()).not.toBeNull());
  rerender(bar(['van'], { from: day, to: 2 * day - 1 }));
  await waitFor(() => expect(fault()).not.toBeNull());
  expect(fetch()).toBeNull();
  rerender(bar([]));
  expect(fault()).toBeNull();
  showAccount(null);
});
