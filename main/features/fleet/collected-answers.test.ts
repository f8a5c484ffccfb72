import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { createCollectedAnswers } from './collected-answers';

function setUp() {
  const clock = createFakeTime();
  const events: string[] = [];
  const answers = createCollectedAnswers({
    clock,
    postMs: 30,
    storeMs: 250,
    post: (collected) => {
      const texts = [...collected].map(
        ([id, given]) => `${id}@${given.map(({ checkedAt }) => checkedAt).join('+')}`,
      );
      events.push(`post ${texts.join(' ')}`);
    },
    store: () => events.push('store'),
  });
  return { clock, events, answers };
}

test('a second of a hundred answers is posted in small groups and stored in few transactions', async () => {
  const { clock, events, answers } = setUp();
  for (let i = 0; i < 100; i++) {
    answers.add(`van ${i}`, { checkedAt: i });
    await clock.pass(10);
  }
  await clock.pass(1_000);
  const stores = events.filter((event) => event === 'store').length;
  expect(stores).toBeLessThanOrEqual(5);
  expect(events.length - stores).toBeLessThanOrEqual(35);
  expect(events.at(-1)).toBe('store');
});

test('the answers of a device stay in their order', async () => {
  const { clock, events, answers } = setUp();
  answers.add('a', { checkedAt: 1 });
  answers.add('b', { checkedAt: 2 });
  answers.add('a', { checkedAt: 3 });
  await clock.pass(30);
  expect(events).toEqual(['post a@1+3 b@2']);
});

test('what was posted is stored when the account is closed, and later answers start no timer', async () => {
  const { clock, events, answers } = setUp();
  answers.add('a', { checkedAt: 1 });
  await clock.pass(30);
  answers.add('b', { checkedAt: 2 });
  answers.close();
  expect(events).toEqual(['post a@1', 'post b@2', 'store']);
  answers.add('c', { checkedAt: 3 });
  expect(clock.pending()).toBe(0);
});
