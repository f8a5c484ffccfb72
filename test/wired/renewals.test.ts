import { afterEach, expect, test } from 'vitest';
import type { JobStep } from '../../shared/domain/job';
import { rowsOf, untilDone } from '../support/jobs';
import { startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';
import { says } from '../support/english';

// Renewing and activating as one step: what is asked first, and what is said if half of it is done.

afterEach(cleanUp);

const past = '2020-05-01';
const later = '2036-02-29';
const expired = {
  isActive: false,
  limits: { expires: true, expirationDate: past, dailyEmailLimit: null, dailySmsLimit: null },
};
const renew = (expirationDate: string | null): JobStep => ({
  kind: 'limits',
  action: 'renew',
  id: 'old',
  expirationDate,
});

async function start(quirks = {}, licences = 1) {
  const running = await startTestService({ devices: 0, licences, quirks });
  await running.control.addDevice({ id: 'on' });
  await running.control.addDevice({ id: 'old', ...expired });
  const main = await startMain(running);
  const { jobs } = main.account;
  const device = () => main.account.fleet.details('old').device;
  return { running, main, jobs, device };
}

test('a licence that became free elsewhere is asked for before a renewal is refused', async () => {
  const { running, main, jobs, device } = await start();
  const stillNone = await jobs.planCurrent('Renew', 'limits', [renew(later)]);
  expect(rowsOf(main, stillNone.id)).toMatchObject([
    { state: 'refused', refusal: says('No licence is left') },
  ]);
  running.control.setTerms({ licences: 2 });
  const job = await jobs.planCurrent('Renew', 'limits', [renew(later)]);
  expect(job.counts).toMatchObject({ waiting: 1, refused: 0 });
  jobs.start(job.id);
  expect(await untilDone(main, job.id)).toMatchObject({ counts: { done: 1 } });
  expect(device()).toMatchObject({ isActive: true, limits: { expirationDate: later } });
});

test('a count that cannot be asked for refuses nothing', async () => {
  const { running, main, jobs } = await start();
  running.control.setFaults({ statusRate: 1, status: 500, path: '/api/devices' });
  const job = await jobs.planCurrent('Renew', 'limits', [renew(later)]);
  expect(rowsOf(main, job.id)).toMatchObject([{ state: 'waiting', refusal: null }]);
});

test('if the licence is taken in between, the row says what was saved and what was not', async () => {
  const { running, main, jobs, device } = await start({}, 2);
  const job = await jobs.planCurrent('Renew', 'limits', [renew(later)]);
  running.control.setTerms({ licences: 1 });
  jobs.start(job.id);
  expect(await untilDone(main, job.id)).toMatchObject({ counts: { failed: 1 } });
  const [row] = rowsOf(main, job.id);
  expect(row?.fault).toMatchObject({
    kind: 'declined',
    message: says(
      'The new expiration date 29 Feb 2036 was saved. The device was not activated. The service says: “No licence is available: every licence is in use, so activation is refused.”',
    ),
  });
  expect(device()).toMatchObject({ isActive: false, limits: { expirationDate: later } });
  expect(main.devicesAnswered.at(-1)).toMatchObject({
    id: 'old',
    limits: { expires: true, expirationDate: later },
  });
  running.control.setTerms({ licences: 2 });
  jobs.retryFailed(job.id);
  expect(await untilDone(main, job.id)).toMatchObject({ counts: { done: 1, failed: 0 } });
  expect(device()).toMatchObject({ isActive: true, limits: { expirationDate: later } });
});

test.each([
  // The three readings of a service, for an activation without a new date.
  ['switchedOff', 'done', { isActive: true, limits: { expires: false, expirationDate: past } }],
  ['kept', 'done', { isActive: true, limits: { expires: true, expirationDate: past } }],
  ['refused', 'failed', { isActive: false, limits: { expires: true, expirationDate: past } }],
] as const)('an activation after the date, %s: %s', async (activationAfterDate, state, after) => {
  const { main, jobs, device } = await start({ activationAfterDate }, 2);
  const job = await jobs.planCurrent('Activate', 'limits', [renew(null)]);
  expect(rowsOf(main, job.id)[0]?.note).toEqual(says('01 May 2020 has passed'));
  jobs.start(job.id);
  const ended = await untilDone(main, job.id);
  expect(ended.expiresOff).toBe(activationAfterDate === 'switchedOff' ? 1 : undefined);
  expect(device()).toMatchObject(after);
  const [row] = rowsOf(main, job.id);
  expect(row?.state).toBe(state);
  expect(row?.changes.find(({ field }) => field === 'expires')).toEqual(
    activationAfterDate === 'switchedOff'
      ? { field: 'expires', before: true, after: false }
      : undefined,
  );
});

test('a limit changed to a date that has been reached says beforehand that the device expires', async () => {
  const { main, jobs } = await start();
  const edit = { expires: true, expirationDate: past };
  const job = await jobs.planCurrent('Limits', 'limits', [
    { kind: 'limits', action: 'change', id: 'on', edit },
  ]);
  expect(rowsOf(main, job.id)[0]?.note).toEqual(
    says(
      /the device expires, its licence is released .* Some services end only the device, or only its limits\.$/,
    ),
  );
});
