import { afterEach, expect, test } from 'vitest';
import { createAccountStore, inAccount, onAccountOpened, showAccount } from './account-scope';

afterEach(() => showAccount(null));

test('a store starts again with each account, before anything reads for it', () => {
  const store = createAccountStore({ selected: 'nothing' });
  const atOpening: string[] = [];
  onAccountOpened(() => atOpening.push(store.getState().selected));
  showAccount('a');
  store.setState({ selected: 'device of a' });
  showAccount('a');
  expect(store.getState().selected).toBe('device of a');
  showAccount('b');
  expect(atOpening).toEqual(['nothing', 'nothing']);
});

test('an answer that comes when its account was left is none', async () => {
  showAccount('a');
  const late = Promise.withResolvers<string>();
  const answer = inAccount(late.promise);
  expect(await inAccount(Promise.resolve('in time'))).toBe('in time');
  showAccount('b');
  showAccount('a');
  late.resolve('late');
  expect(await answer).toBeNull();
});
