import { afterEach, expect, test } from 'vitest';
import { channelsText } from '../../shared/domain/alert-channels';
import { t } from '../support/english';
import type { JobStep } from '../../shared/domain/job';
import { submissionValue } from '../../shared/domain/submission-result';
import { eventually } from '../support/eventually';
import { otherClient, rowsOf, untilDone } from '../support/jobs';
import { startMain, type MainProcess } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';
import type { ServiceOptions } from '../../main/service/start';
import { inEnglish, says } from '../support/english';

afterEach(cleanUp);

const at = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
const around = { from: at - 60_000, to: at + 60_000 };
const format = {
  t,
  moment: (moment: number) => new Date(moment).toISOString(),
  count: String,
};

const location = (offset = 0): JobStep => ({
  kind: 'report',
  action: 'submitLocation',
  id: 'unit',
  location: {
    at: at + offset,
    latitude: 40.4,
    longitude: -3.7,
    speed: null,
    course: null,
    battery: null,
  },
});

const alert = (...channels: string[]): JobStep => ({
  kind: 'report',
  action: 'submitAlert',
  id: 'unit',
  alert: {
    at,
    latitude: 40.4,
    longitude: -3.7,
    text: 'By hand',
    alerts: ['SOSButton'],
    channels,
  },
});

async function startWithUnit(
  options: ServiceOptions = {},
  changed: { dailyEmailLimit?: number } = {},
) {
  const running = await startTestService(options);
  const none = { expires: false, expirationDate: null, dailyEmailLimit: null, dailySmsLimit: 0 };
  const limits = { ...none, ...changed };
  await running.control.addDevice({ id: 'unit', limits });
  const main = await startMain(running);
  await eventually(() => expect(main.account.fleet.ids()).toContain('unit'));
  return { running, main };
}

/** Submits the steps as one job, and returns what is shown afterwards. */
async function submit(main: MainProcess, steps: JobStep[]) {
  const { jobs, records } = main.account;
  const { id } = jobs.plan('By hand', 'report', steps);
  jobs.start(id);
  const job = await untilDone(main, id);
  const text = (value: unknown) => submissionValue('answer', value, format);
  const [entry] = records.journal.list({ from: 0, limit: 1 }).entries;
  return {
    job,
    rows: rowsOf(main, id).map(({ result }) => text(result)),
    journal: text(entry?.changes.find(({ field }) => field === 'answer')?.after),
  };
}

/** Changes the body of every answer to a submission. */
function changeAnswers(
  main: MainProcess,
  change: (body: Record<string, unknown>) => unknown,
): void {
  main.network.send = async (input, init) => {
    const answer = await fetch(input, init);
    const body = typeof init?.body === 'string' ? init.body : '';
    if (!/"(location|alert)":/.test(body)) return answer;
    return Response.json(change((await answer.json()) as Record<string, unknown>));
  };
}

async function fetchAlerts(main: MainProcess, alertName?: string) {
  const { fetcher } = main.account.history;
  const request = { log: 'alerts', deviceIds: ['unit'], range: around, alertName } as const;
  const { id } = fetcher.fetch(request);
  await eventually(() =>
    expect(fetcher.fetches().find((each) => each.id === id)?.phase).toBe('done'),
  );
}

const everything = {
  deviceIds: null,
  range: around,
  names: null,
  acknowledged: null,
  severity: null,
};

test('an alert past the daily limit shows which channels the service used', async () => {
  const { main } = await startWithUnit();
  const text = 'Sent by e-mail. SMS was not sent: the daily limit is 0.';
  const shown = await submit(main, [alert('Email', 'SMS')]);
  const heldBack = [{ channel: 'sms', limit: 0, records: 1 }];
  expect(shown).toMatchObject({ rows: [text], journal: text, job: { heldBack } });
  expect(shown.job.unconfirmed).toBeUndefined();

  await fetchAlerts(main);
  const [entry] = main.account.alertLog.entries(everything);
  expect(entry).toMatchObject({ asked: ['Email', 'SMS'], channels: { sent: ['Email'] } });
  const again = await main.restart();
  expect(again.account.alertLog.entries(everything)).toMatchObject([{ asked: ['Email', 'SMS'] }]);
  expect(again.account.jobs.list()).toMatchObject([{ heldBack }]);
  expect(rowsOf(again, shown.job.id)).toMatchObject([{ result: { channels: {} } }]);
  await again.quit();
});

test('a plan says which alert no e-mail will be sent for, and the result names the limit', async () => {
  const { main } = await startWithUnit({}, { dailyEmailLimit: 1 });
  const { jobs } = main.account;
  const job = jobs.plan('By hand', 'report', [alert('Email'), alert('Email', 'Push')]);
  expect(rowsOf(main, job.id).map(({ note }) => inEnglish(note))).toEqual([
    undefined,
    'No e-mail will be sent: the daily limit of 1 is reached.',
  ]);
  jobs.start(job.id);
  await untilDone(main, job.id);
  expect(
    rowsOf(main, job.id).map(({ result }) => submissionValue('answer', result, format)),
  ).toEqual([
    'Sent by e-mail.',
    'Sent by Push. E-mail was not sent: the daily limit of 1 is reached.',
  ]);
  // The device was asked for the reason, so its counter is known at once.
  expect(main.devicesAnswered.at(-1)).toMatchObject({ limits: { emailsSentToday: 1 } });
  await main.quit();
});

test('counts the locations that are missing in the answers, or differ in them', async () => {
  const { main } = await startWithUnit();
  let answers = 0;
  changeAnswers(main, (body) => {
    answers += 1;
    if (answers === 1) return { ...body, locations: [] };
    if (answers > 2) return body;
    const [stored] = body.locations as Record<string, unknown>[];
    return { ...body, locations: [{ ...stored, latitude: 41 }] };
  });
  const { rows, journal, job } = await submit(main, [location(), location(1_000), location(2_000)]);
  expect(new Set(rows)).toEqual(
    new Set([
      'Not provided: the answer has no location, so it is not known what was stored.',
      'The answer differs: Latitude 41.000000 (submitted: 40.400000).',
      'The service answered with it as submitted.',
    ]),
  );
  expect(journal).toBe(
    '3 submitted; 1 answered as submitted; 1 answered with other values or channels; 1 not provided in the answer.',
  );
  expect(job.unconfirmed).toBe(2);
  await main.quit();
});

test('a location with a range: the answer is shown as the locations of that time', async () => {
  const stored = await startWithUnit({ locationMember: 'stored' });
  await stored.running.control.setFix('unit', {
    dateTime: new Date(at + 1_000).toISOString(),
    latitude: 41,
    longitude: -3,
  });
  stored.main.setSubmissionMode('submitRanged');
  const confirmed = await submit(stored.main, [location()]);
  expect(confirmed.journal).toBe(
    'The service answered with 2 locations of that time, with yours among them; it did not say whether yours was stored.',
  );
  const { items } = await otherClient(stored.running).locations('unit', around);
  expect(items.map(({ record }) => record.latitude)).toEqual([40.4, 41]);
  await stored.main.quit();

  const ignored = await startWithUnit({ locationMember: 'ignored' });
  ignored.main.setSubmissionMode('submitRanged');
  const { journal, job } = await submit(ignored.main, [location()]);
  expect(journal).toMatch(/^Not provided: the service answered with no location of that time/);
  expect(job.unconfirmed).toBe(1);
  await ignored.main.quit();
});

test('a service that takes only one location refuses a list and an alert, in words', async () => {
  const { main } = await startWithUnit({ locationMember: 'stored' });
  const { jobs } = main.account;
  const listed = jobs.plan('Listed', 'report', [location()]);
  jobs.start(listed.id);
  await untilDone(main, listed.id);
  expect(rowsOf(main, listed.id)).toMatchObject([
    { state: 'failed', fault: { message: says('one object') } },
  ]);
  main.setSubmissionMode('submitRanged');
  const refused = jobs.plan('Alert', 'report', [alert('Email')]);
  expect(rowsOf(main, refused.id)).toMatchObject([
    { state: 'refused', refusal: says('takes no alerts') },
  ]);
  await main.quit();
});

test('a query refused for want of a location says that the call may be a submission', async () => {
  const { main } = await startWithUnit({ locationMember: 'required' });
  const { fetcher } = main.account.history;
  const { id } = fetcher.fetch({ log: 'locations', deviceIds: ['unit'], range: around });
  await eventually(() =>
    expect(fetcher.fetches().find((each) => each.id === id)).toMatchObject({
      phase: 'failed',
      fault: {
        kind: 'invalid',
        message: says(/“location: must be given\.”.*submission.*Settings/),
      },
    }),
  );
  await main.quit();
});

test('alerts of one kind are asked for by name, and the others stay to be fetched', async () => {
  const { running, main } = await startWithUnit();
  const raise = (name: string) =>
    running.control.raiseAlert('unit', {
      dateTime: new Date(at).toISOString(),
      latitude: 40,
      longitude: -3,
      alerts: [name],
      notifications: ['Email'],
    });
  await raise('SOSButton');
  await raise('RPM');
  const bodies: unknown[] = [];
  main.network.send = (input, init) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body));
    return fetch(input, init);
  };
  const kinds = () =>
    main.account.alertLog
      .entries(everything)
      .flatMap(({ alerts }) => alerts)
      .toSorted();
  const scope = { deviceIds: ['unit'], range: around };
  await fetchAlerts(main, 'SOSButton');
  expect(bodies).toEqual([expect.objectContaining({ alertName: 'SOSButton' })]);
  expect(kinds()).toEqual(['SOSButton']);
  expect(main.account.alertLog.incompleteDevices(scope)).toBe(1);

  bodies.length = 0;
  await fetchAlerts(main);
  expect(bodies).toEqual([expect.not.objectContaining({ alertName: expect.anything() })]);
  expect(kinds()).toEqual(['RPM', 'SOSButton']);
  expect(main.account.alertLog.incompleteDevices(scope)).toBe(0);
  expect(
    main.account.alertLog.entries(everything).map(({ channels }) => channelsText(channels, t)),
  ).toEqual(['By e-mail', 'By e-mail']);
  await main.quit();
});
