import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftSchema } from '#shared/domain/edit';
import type { Job } from '#shared/domain/job';
import { draftStore, sameValue } from '#features/edits';
import { tracks } from '#engines/tracks';
import { showAccount } from '#lib/account-scope';
import { answer, notify } from '../../../test/support/window/main';
import {
  blankForms,
  draftKeys,
  draftLabels,
  followSubmissions,
  entriesClearer,
  planSubmission,
  tabOfDraft,
} from './submissions';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each(['location', 'alert'] as const)('main stores the entries of %s as a draft', (tab) => {
  const base = { ...blankForms[tab](now) };
  const draft = {
    key: draftKeys[tab],
    kind: 'submission',
    label: draftLabels[tab],
    base,
    edit: { coordinates: '45.76, 4.84', at: null, devices: [{ id: 'van', label: 'Van' }] },
    savedAt: now,
  };
  const stored = draftSchema.parse(JSON.parse(JSON.stringify(draft)));
  expect(stored).toEqual(draft);
  // Otherwise a blank form would count as filled in after a restart.
  expect(sameValue(stored.base, blankForms[tab](now))).toBe(true);
});

test('a submission draft opens its tab, and a draft of a record opens none', () => {
  expect(tabOfDraft('submission:alert')).toBe('alert');
  expect(tabOfDraft('submission:location')).toBe('location');
  expect(tabOfDraft('user:1')).toBeNull();
});

const job = (phase: Job['phase']): Job => ({
  id: 'j',
  title: 'Submit 1 record',
  kind: 'report',
  createdAt: now,
  phase,
  pausedBy: null,
  resumesAt: null,
  rows: 1,
  counts: { refused: 0, waiting: 1, running: 0, done: 0, failed: 0, undone: 0 },
  calls: 1,
  callsPerMinute: 60,
  estimatedSeconds: 1,
  canUndo: false,
});
const key = draftKeys.location;
const plan = () =>
  planSubmission(
    () => Promise.resolve({ ok: true, value: job('planned') }),
    entriesClearer('location'),
  );
const isTyped = () => draftStore.getState().drafts.has(key);
const type = (coordinates: string) =>
  draftStore.stage(
    { key, kind: 'submission', label: draftLabels.location, base: { coordinates: '' } },
    { coordinates },
  );

beforeEach(() => {
  // There are no workers here.
  vi.spyOn(tracks, 'ready').mockImplementation(() => undefined);
  answer('drafts', { all: () => [...draftStore.getState().drafts.values()], put: () => undefined });
  answer('submit', { opened: () => null, readProgress: () => null });
  answer('jobs', { list: () => [] });
  showAccount('ana');
  type('45.76, 4.84');
});
afterEach(() => showAccount(null));
followSubmissions();

test('entries are cleared once their plan is started, and not before', async () => {
  await plan();
  notify.jobs.changed([job('planned')]);
  expect(isTyped()).toBe(true);
  notify.jobs.changed([job('running')]);
  expect(isTyped()).toBe(false);
});

test('a cancelled plan leaves the entries, and so does one made before they were changed', async () => {
  await plan();
  notify.jobs.changed([job('cancelled')]);
  notify.jobs.changed([job('running')]);
  expect(isTyped()).toBe(true);

  await plan();
  type('45.76, 4.85');
  notify.jobs.changed([job('running')]);
  expect(isTyped()).toBe(true);
});

test('plans of an account that was left clear no form of the next one', async () => {
  await plan();
  showAccount('ben');
  await vi.waitFor(() => expect(draftStore.getState().fault).toBeNull());
  type('1, 2');
  notify.jobs.changed([job('running')]);
  expect(isTyped()).toBe(true);
});
