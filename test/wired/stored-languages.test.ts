import { afterEach, assert, expect, test } from 'vitest';
import { languages, type LanguageTag } from '../../shared/i18n/languages';
import { createTranslate, message, type Said } from '../../shared/i18n/translate';
import { editsOf } from '../support/edits';
import { languageOf } from '../support/english';
import { createUserSteps, rowsOf, untilDone } from '../support/jobs';
import { startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';

afterEach(cleanUp);

const read = (said: Said, language: LanguageTag) =>
  typeof said === 'string' ? said : createTranslate(languageOf({ language }))(said);

/** The texts of all languages that have several words and no values. */
const sentences = languages.flatMap(({ tag }) =>
  Object.values(languageOf({ language: tag }).messages).filter(
    (text) => /\S \S+ \S/.test(text) && !text.includes('{'),
  ),
);

test('a job, its rows, the journal and reasons against undoing are stored without a language', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  const { jobs } = main.account;
  const title = message('activity.run.user.create', { count: 2 });
  const [named, unnamed] = createUserSteps(2);
  assert(unnamed?.action === 'create' && unnamed.kind === 'user', 'no step');
  const planned = jobs.plan(title, 'user', [named!, { ...unnamed, edit: { country: 'ES' } }]);
  jobs.start(planned.id);
  await untilDone(main, planned.id);
  const edits = editsOf(main.account.records.execute);
  const made = await edits.createGroup({ name: 'Gruppe', deviceIds: [] });
  assert(made.status === 'saved', 'not saved');
  const { journalId } = await edits.removeGroup(made.record.id);

  const again = await main.restart();
  const job = again.account.jobs.job(planned.id);
  const rows = rowsOf(again, planned.id);
  const { journal } = again.account.records;
  const { by, undoReason: reason } = journal.get(journalId)!;
  const refusal = rows.find((row) => row.refusal !== null)?.refusal;
  assert(reason && refusal, 'nothing was stored');
  expect(read(job.title, 'de')).toBe(read(title, 'de'));
  expect(read(reason, 'en')).toBe('The group gets a new id.');
  expect(read(by, 'en')).toBe(`${running.userName} at ${running.url}`);
  expect(read(by, 'ar')).toMatch(/\p{Script=Arabic}/u);
  for (const said of [job.title, reason, refusal]) {
    expect(read(said, 'ar')).toMatch(/^[^a-z]*\p{Script=Arabic}/u);
  }
  const stored = JSON.stringify([job, rows, journal.list({ from: 0, limit: 100 })]);
  expect(sentences.filter((text) => stored.includes(text))).toEqual([]);
  await again.quit();
});
