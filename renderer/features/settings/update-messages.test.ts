import { expect, test } from 'vitest';
import type { UpdateState } from '#shared/ipc/desktop';
import { updateText } from './update-messages';

const states: [UpdateState, string][] = [
  [{ phase: 'off', why: 'policy' }, 'An administrator turned updates off.'],
  [{ phase: 'idle', checkedAt: null, note: null }, 'Not checked yet.'],
  [{ phase: 'idle', checkedAt: 1, note: null }, 'This is the newest version.'],
  [{ phase: 'idle', checkedAt: 1, note: 'Refused.' }, 'Refused.'],
  [
    { phase: 'available', version: '2.0.0', host: 'files.example.com' },
    '2.0.0 is available from files.example.com.',
  ],
  [{ phase: 'staged', version: '2.0.0', waitsFor: null }, '2.0.0 is downloaded and verified.'],
  [
    { phase: 'staged', version: '2.0.0', waitsFor: 'There is one unsaved draft.' },
    '2.0.0 is ready, but waits: There is one unsaved draft.',
  ],
];

test.each(states)('%j', (state, words) => {
  expect(updateText(state)).toBe(words);
});
