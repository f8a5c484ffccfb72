import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Outcome } from '#shared/fault';
import { useAnswer } from './use-answer';

function ask(keepsValue = false) {
  const answers = new Map<string, ((outcome: Outcome<string>) => void)[]>();
  const read = (question: string) =>
    new Promise<Outcome<string>>((resolve) =>
      answers.set(question, [...(answers.get(question) ?? []), resolve]),
    );
  const { result, rerender } = renderHook(
    ({ question }: { question: string | null }) =>
      useAnswer(question === null ? null : () => read(question), [question], { keepsValue }),
    { initialProps: { question: 'a' as string | null } },
  );
  return {
    shown: () => ({ value: result.current.value, isPending: result.current.isPending }),
    fault: () => result.current.fault?.kind ?? null,
    reload: () => act(() => result.current.reload()),
    change: (question: string | null) => rerender({ question }),
    answer: (question: string, outcome: Outcome<string>) =>
      act(async () => {
        answers.get(question)!.shift()!(outcome);
        await Promise.resolve();
      }),
    answerLast: (question: string, outcome: Outcome<string>) =>
      act(async () => {
        answers.get(question)!.pop()!(outcome);
        await Promise.resolve();
      }),
  };
}

const said = (value: string): Outcome<string> => ({ ok: true, value });

test('asks when it is shown, and shows nothing of another question', async () => {
  const { shown, change, answer } = ask();
  expect(shown()).toEqual({ value: null, isPending: true });
  await answer('a', said('of a'));
  expect(shown()).toEqual({ value: 'of a', isPending: false });
  change('b');
  expect(shown()).toEqual({ value: null, isPending: true });
  await answer('b', said('of b'));
  expect(shown().value).toBe('of b');
  change(null);
  expect(shown()).toEqual({ value: null, isPending: false });
});

test('ignores an answer to an earlier question', async () => {
  const { shown, change, answer } = ask();
  change('b');
  await answer('b', said('of b'));
  await answer('a', said('of a'));
  expect(shown().value).toBe('of b');
});

test('keeps the value while it asks again, and when that fails', async () => {
  const { shown, fault, reload, answer } = ask();
  await answer('a', said('first'));
  reload();
  expect(shown()).toEqual({ value: 'first', isPending: true });
  await answer('a', { ok: false, fault: { kind: 'bug', reference: 'r' } });
  expect(shown()).toEqual({ value: 'first', isPending: false });
  expect(fault()).toBe('bug');
});

test('takes an answer that is slower than the next attempt', async () => {
  const { shown, reload, answer } = ask();
  reload();
  reload();
  await answer('a', said('first'));
  expect(shown()).toEqual({ value: 'first', isPending: true });
  reload();
  await answer('a', said('second'));
  expect(shown()).toEqual({ value: 'second', isPending: true });
});

test('ignores an answer to the same question when a newer one is there', async () => {
  const { shown, reload, answer, answerLast } = ask();
  reload();
  await answerLast('a', said('second'));
  await answer('a', said('first'));
  expect(shown()).toEqual({ value: 'second', isPending: false });
});

test('ignores an answer to a question that is asked no longer', async () => {
  const { shown, change, answer } = ask(true);
  change(null);
  await answer('a', said('of a'));
  change('b');
  expect(shown()).toEqual({ value: null, isPending: true });
});

test('a list may keep its rows until there are others', async () => {
  const { shown, change, answer } = ask(true);
  await answer('a', said('of a'));
  change('b');
  expect(shown()).toEqual({ value: 'of a', isPending: true });
  await answer('b', said('of b'));
  expect(shown()).toEqual({ value: 'of b', isPending: false });
  change(null);
  expect(shown()).toEqual({ value: null, isPending: false });
  change('c');
  expect(shown()).toEqual({ value: null, isPending: true });
});
