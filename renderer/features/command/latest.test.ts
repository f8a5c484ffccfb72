import { expect, test } from 'vitest';
import { createLatest } from './latest';

function questions() {
  const open: { question: string; answer: (value: string) => void }[] = [];
  const answers: string[] = [];
  const latest = createLatest(
    (question: string) =>
      new Promise<string>((resolve) => {
        open.push({ question, answer: resolve });
      }),
    (answer) => answers.push(answer),
  );
  const answerNext = async () => {
    const { question, answer } = open.shift()!;
    answer(question);
    await Promise.resolve();
    await Promise.resolve();
    return question;
  };
  return { latest, open, answers, answerNext };
}

test('of what is typed during a search only the last is asked', async () => {
  const { latest, open, answers, answerNext } = questions();
  latest.ask('v');
  latest.ask('va');
  latest.ask('van');
  expect(open).toHaveLength(1);
  await answerNext();
  expect(await answerNext()).toBe('van');
  expect(open).toHaveLength(0);
  expect(answers).toEqual(['van']);
});

test('an answer after the search was closed is dropped', async () => {
  const { latest, answers, answerNext } = questions();
  latest.ask('van');
  latest.cancel();
  await answerNext();
  expect(answers).toEqual([]);
});
