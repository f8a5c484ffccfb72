import { expect, test } from 'vitest';
import { t } from '../../../test/support/english';
import { channelKey, type HeldBack } from '#shared/domain/alert-channels';
import {
  isAsSubmitted,
  onlyHeldBack,
  summaryOf,
  summaryText,
  resultText,
} from '#shared/domain/submission-result';
import type { SubmissionMode } from '#shared/domain/session';
import { FaultError } from '#shared/fault';
import {
  decodeAlertList,
  decodeSubmittedAlerts,
  decodeSubmittedLocations,
} from '#shared/wire/reports';
import { decodeFixList } from '#shared/wire/fix';
import type { ReportStep } from './report-check';
import { createSubmit, type SubmitClient } from './submit-step';
import { says } from '../../../test/support/english';

const at = Date.UTC(2026, 4, 1, 10);
const time = '2026-05-01T10:00:00Z';
const location = { at, latitude: 40, longitude: -3, speed: 12, course: null, battery: null };
const locationStep: ReportStep = { kind: 'report', action: 'submitLocation', id: 'van', location };
const fix = { dateTime: time, latitude: 40, longitude: -3, speed: 12 };

const alert = { at, latitude: 40, longitude: -3, text: 'By hand', alerts: ['SOSButton'] };
const alertStep = (...channels: string[]): ReportStep => ({
  kind: 'report',
  action: 'submitAlert',
  id: 'van',
  alert: { ...alert, channels },
});
const sent = {
  dateTime: time,
  latitude: 40,
  longitude: -3,
  text: 'By hand',
  alerts: ['SOSButton'],
};

const format = {
  t,
  moment: (moment: number) => new Date(moment).toISOString().slice(11, 19),
  count: String,
};

interface Service {
  mode?: SubmissionMode;
  /** The answer to a submission. */
  answer?: unknown;
  /** What daily limits hold back. */
  held?: HeldBack[];
  /** The answer to a query; a text refuses it. */
  found?: unknown;
}

/** Runs a step against a service with these answers. */
async function submit(
  step: ReportStep,
  { mode = 'submit', answer, found, held = [] }: Service,
  attemptedAt: number | null = null,
) {
  const calls: string[] = [];
  const answers = <T>(name: string, decode: (json: unknown) => T, json: unknown) => {
    calls.push(name);
    if (typeof json === 'string') throw new FaultError({ kind: 'invalid', message: json });
    return Promise.resolve(decode(json));
  };
  const client: SubmitClient = {
    locations: async () => answers('locations', decodeFixList, found),
    alerts: async () => answers('alerts', decodeAlertList, found),
    submitLocations: async () =>
      answers('submitLocations', (json) => decodeSubmittedLocations(json)!, answer),
    submitLocationInRange: async () =>
      answers('submitLocationInRange', (json) => decodeSubmittedLocations(json)!, answer),
    submitAlerts: async () =>
      answers('submitAlerts', (json) => decodeSubmittedAlerts(json)!, answer),
  };
  const heldBackNow = (_id: string, channels: readonly string[]) =>
    Promise.resolve(held.filter(({ channel }) => channels.map(channelKey).includes(channel)));
  const { result } = await createSubmit(client, () => mode, heldBackNow)(step, { attemptedAt });
  return { calls, result: result!, text: resultText(result!, format) };
}

const textOf = async (step: ReportStep, answer: unknown) => (await submit(step, { answer })).text;

test.each<[unknown, string]>([
  [[fix], 'The service answered with it as submitted.'],
  [[{ ...fix, dateTime: '2026-05-01T10:00:00' }], 'The service answered with it as submitted.'],
  [
    [{ ...fix, dateTime: '2026-05-01T10:05:00Z' }],
    'The answer differs: Time 10:05:00 (submitted: 10:00:00).',
  ],
  [[{ ...fix, latitude: 41 }], 'The answer differs: Latitude 41.000000 (submitted: 40.000000).'],
  [
    [{ ...fix, latitude: null, longitude: null }],
    'The answer differs: Latitude not provided (submitted: 40.000000); Longitude not provided (submitted: -3.000000).',
  ],
  [[{ ...fix, speed: 43.2 }], 'The answer differs: Speed 43.2 (submitted: 12).'],
  [
    [{ dateTime: time, latitude: 40, longitude: -3 }],
    'The answer differs: Speed not provided (submitted: 12).',
  ],
  [
    [{ ...fix, speed: 'fast' }],
    'The answer differs: Speed not understood: "fast" (submitted: 12).',
  ],
  [[fix, fix], '1 location was submitted, 2 are in the answer.'],
  [
    [
      { ...fix, dateTime: '2026-05-01T08:00:00Z' },
      { ...fix, dateTime: '2026-05-01T09:00:00Z' },
    ],
    'The service answered with 2 locations; this one is not among them.',
  ],
  [[], 'Not provided: the answer has no location, so it is not known what was stored.'],
  [
    { success: true },
    'Not provided: the answer has no location, so it is not known what was stored.',
  ],
  [null, 'Not provided: the answer has no location, so it is not known what was stored.'],
  [{ success: true, locations: ['ok'] }, 'Not understood: "ok".'],
  [{ success: true, locations: 1 }, 'Not understood: 1.'],
])('a submitted location, answered with %j', async (answer, text) => {
  expect(await textOf(locationStep, answer)).toBe(text);
});

test('fractions of a second that the service does not write are no other time', async () => {
  const step: ReportStep = { ...locationStep, location: { ...location, at: at + 250 } };
  expect(await textOf(step, [fix])).toBe('The service answered with it as submitted.');
  expect(await textOf(step, [{ ...fix, dateTime: '2026-05-01T10:00:00.750Z' }])).toBe(
    'The answer differs: Time 2026-05-01T10:00:00.750Z (submitted: 2026-05-01T10:00:00.250Z).',
  );
  expect(await textOf(step, [{ ...fix, dateTime: '2026-05-01T10:00:01.250Z' }])).toBe(
    'The answer differs: Time 10:00:01 (submitted: 10:00:00).',
  );
});

test.each<[string[], unknown, string]>([
  [['Email', 'SMS'], { notifications: ['Email', 'SMS'] }, 'Sent by e-mail and SMS.'],
  [
    ['Email', 'SMS'],
    { notifications: ['Email'] },
    'Sent by e-mail. Not sent by SMS: the service left it out of its answer.',
  ],
  [
    ['Email', 'SMS'],
    { email: true, sms: false },
    'Sent by e-mail. Not sent by SMS, according to the service.',
  ],
  [['Email'], {}, 'Not provided: the service names no channel. Asked for: e-mail.'],
  [['Email'], { notifications: 'Email' }, 'Not understood: "Email". Asked for: e-mail.'],
  [[], {}, 'The service answered with it as submitted.'],
  [
    ['Email'],
    { notifications: ['Email'], text: 'Changed', alerts: null },
    'The answer differs: Text Changed (submitted: By hand); Alerts not provided (submitted: SOS button pressed). Sent by e-mail.',
  ],
])('an alert for %j, answered with %j', async (channels, members, text) => {
  expect(await textOf(alertStep(...channels), [{ ...sent, ...(members as object) }])).toBe(text);
});

test('records of the same alert for each channel are read together', async () => {
  const each = ['Email', 'SMS'].map((channel) => ({ ...sent, notifications: [channel] }));
  expect(await textOf(alertStep('Email', 'SMS'), each)).toBe(
    '1 alert was submitted, 2 are in the answer. Sent by e-mail and SMS.',
  );
});

test.each([[[]], [{ success: true }], [{}], [null]])(
  'an alert answered with %j is never called sent',
  async (answer) => {
    const { text, result } = await submit(alertStep('Email', 'SMS'), { answer });
    expect(text).toBe(
      'Not provided: the answer has no alert, so it is not known what was stored. Not provided: the service names no channel. Asked for: e-mail and SMS.',
    );
    expect(isAsSubmitted(result)).toBe(false);
  },
);

test.each<[unknown, string]>([
  [
    [fix, { ...fix, dateTime: '2026-05-01T10:00:01Z' }],
    'The service answered with 2 locations of that time, with yours among them; it did not say whether yours was stored.',
  ],
  [
    [
      { ...fix, latitude: 41 },
      { ...fix, dateTime: '2026-05-01T10:00:01Z' },
    ],
    'The service answered with 2 locations of that time, without yours; it did not say whether yours was stored.',
  ],
  [
    [fix],
    'The service answered with 1 location of that time, and it is yours; it did not say whether yours was stored.',
  ],
  [
    [{ ...fix, dateTime: '2026-05-01T10:00:01Z' }],
    'The service answered with 1 location of that time, and it is not yours; it did not say whether yours was stored.',
  ],
  [
    [],
    'Not provided: the service answered with no location of that time, so it is not known whether yours was stored.',
  ],
])('a location with a range, answered with %j', async (answer, text) => {
  const submitted = await submit(locationStep, { mode: 'submitRanged', answer });
  expect(submitted).toMatchObject({ calls: ['submitLocationInRange'], text });
  expect(isAsSubmitted(submitted.result)).toBe(false);
});

test('what a mode excludes is not sent', async () => {
  const none = { answer: [fix] };
  for (const [step, mode] of [
    [locationStep, 'query'],
    [alertStep(), 'query'],
    [alertStep(), 'submitRanged'],
  ] as const) {
    await expect(submit(step, { ...none, mode })).rejects.toMatchObject({
      fault: { kind: 'declined' },
    });
  }
});

test('after a lost answer, the record of the service is compared', async () => {
  const lookedUp = await submit(
    alertStep('Email', 'SMS'),
    { found: [{ ...sent, notifications: ['SMS'] }] },
    at,
  );
  expect(lookedUp).toMatchObject({
    calls: ['alerts'],
    text: 'The answer was lost; the service has this alert. Sent by SMS. Not sent by e-mail: the service left it out of its answer.',
  });
  const moved = await submit(locationStep, { found: [{ ...fix, speed: 13 }], answer: [fix] }, at);
  expect(moved).toMatchObject({
    calls: ['locations'],
    text: 'The answer was lost; the service has this location. The answer differs: Speed 13 (submitted: 12).',
  });
  const elsewhere = await submit(
    locationStep,
    { found: [{ ...fix, latitude: 1 }], answer: [fix] },
    at,
  );
  expect(elsewhere.calls).toEqual(['locations', 'submitLocations']);
});

test('an alert that may be there is not sent again', async () => {
  const unknown = [{ dateTime: time, latitude: 40, longitude: -3 }];
  for (const found of [unknown, ['alert'], 'Nothing to look up.']) {
    await expect(submit(alertStep(), { found, answer: [sent] }, at)).rejects.toMatchObject({
      fault: { message: says('not sent again') },
    });
  }
  const other = [{ ...sent, alerts: ['RPM'] }];
  expect((await submit(alertStep(), { found: other, answer: [sent] }, at)).calls).toEqual([
    'alerts',
    'submitAlerts',
  ]);
});

test('a long answer that is not understood is stored and shown shortened', async () => {
  const locations = 'x'.repeat(100_000);
  const { result, text } = await submit(locationStep, { answer: { success: true, locations } });
  expect(String(result.original)).toHaveLength(2_001);
  expect(text.length).toBeLessThan(250);
});

test('the results of a job are counted', async () => {
  const results = await Promise.all(
    [[fix], [fix], [{ ...fix, speed: 1 }], [], [{ ...fix, latitude: 2 }, fix, fix]].map(
      async (answer) => (await submit(locationStep, { answer })).result,
    ),
  );
  const ranged = await submit(locationStep, { mode: 'submitRanged', answer: [fix] });
  expect(summaryText(summaryOf([...results, ranged.result]), t)).toBe(
    '6 submitted; 2 answered as submitted; 2 answered with other values or channels; 1 not provided in the answer; 1 answered with the locations of that time.',
  );
});

test('a channel that a daily limit holds back is named with its limit', async () => {
  const held: HeldBack[] = [{ channel: 'email', limit: 1 }];
  const answer = [{ ...sent, notifications: [] }];
  const one = await submit(alertStep('Email'), { answer, held });
  expect(one.text).toBe('E-mail was not sent: the daily limit of 1 is reached.');
  expect(onlyHeldBack(one.result)).toEqual(held);
  // The other channel was left out for a reason that is not known.
  const both = await submit(alertStep('Email', 'Push'), { answer, held });
  expect(both.text).toBe(
    'Not sent by Push: the service left it out of its answer. E-mail was not sent: the daily limit of 1 is reached.',
  );
  expect(onlyHeldBack(both.result)).toEqual([]);
  const other = await submit(alertStep('Email'), {
    answer: [{ ...answer[0], text: 'Other' }],
    held,
  });
  expect(onlyHeldBack(other.result)).toEqual([]);
  const older = await submit(alertStep('Email'), {
    answer: [{ ...sent, email: false, sms: false }],
    held,
  });
  expect([older.text, onlyHeldBack(older.result)]).toEqual([one.text, held]);
  const lost = await submit(alertStep('Email'), { found: answer, held }, at);
  expect(lost.text).toBe(
    'The answer was lost; the service has this alert. E-mail was not sent: the daily limit of 1 is reached.',
  );
});
