import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Mirror, createMirror } from '#lib/mirror';
import { createUnsavedWork } from '#lib/unsaved-work';
import type { Draft } from '#shared/domain/edit';
import type { Job } from '#shared/domain/job';
import type { Session } from '#shared/domain/session';
import type { OpenedFile } from '#shared/domain/submission';
import { followOpenedFiles, followUnsaved } from './follow-account';

const never = <T>(): Mirror<T> =>
  createMirror<T>(
    () => new Promise(() => undefined),
    () => () => undefined,
  );
const open = { phase: 'open' } as Session;
const none = { phase: 'none', last: null, known: [] } as Session;
const file = (id: string, trouble: OpenedFile['trouble'] = null) => ({
  id,
  file: 'ride.gpx',
  trouble,
});

const show = vi.fn<() => void>();
let mayLeave = true;
let session: Mirror<Session>;
let openedFile: Mirror<OpenedFile | null>;

beforeEach(() => {
  show.mockReset();
  mayLeave = true;
  session = never();
  openedFile = never();
  followOpenedFiles({ session, openedFile, mayLeave: () => mayLeave, show });
});

test('shows the submit page once for each file, as soon as an account is open', () => {
  session.setState({ value: none });
  openedFile.setState({ value: file('1') });
  expect(show).not.toHaveBeenCalled();
  session.setState({ value: open });
  expect(show).toHaveBeenCalledTimes(1);
  session.setState({ value: { ...open } });
  expect(show).toHaveBeenCalledTimes(1);
  openedFile.setState({ value: null });
  openedFile.setState({ value: file('2') });
  expect(show).toHaveBeenCalledTimes(2);
});

test('does not leave a page that would lose something, not even later', () => {
  mayLeave = false;
  session.setState({ value: open });
  openedFile.setState({ value: file('1') });
  mayLeave = true;
  session.setState({ value: { ...open } });
  expect(show).not.toHaveBeenCalled();
});

test('ignores a file that cannot be opened', () => {
  session.setState({ value: open });
  openedFile.setState({ value: file('1', 'several') });
  openedFile.setState({ value: file('2', 'otherKind') });
  expect(show).not.toHaveBeenCalled();
});

const openAccount = (id: string, copyStoredIn: 'keychain' | 'memory' = 'keychain') =>
  ({ phase: 'open', profile: { id }, copyStoredIn }) as Session;
const draft = (key: string, edit: Draft['edit']): [string, Draft] => [
  key,
  { key, kind: 'user', label: key, base: null, edit, savedAt: 0 },
];

function setup(session = never<Session>()) {
  const followed = {
    session,
    jobs: never<Job[]>(),
    drafts: createStore(() => ({ drafts: new Map<string, Draft>(), isRead: false })),
    unsaved: createUnsavedWork(),
    onTyped: vi.fn<(passwords: number) => void>(),
  };
  followUnsaved(followed);
  return followed;
}

let at: ReturnType<typeof setup>;
beforeEach(() => {
  at = setup();
});

test('counts changes and passwords of the account on screen, and reports passwords', () => {
  at.session.setState({ value: openAccount('a') });
  const drafts = new Map([
    draft('user:1', { name: 'Ana', password: 'x' }),
    draft('user:2', { message: '' }),
  ]);
  at.drafts.setState({ drafts, isRead: true });
  at.jobs.setState({ value: [{ phase: 'paused' }, { phase: 'done' }] as Job[] });
  expect(at.unsaved.getState().works.get('a')).toEqual({
    changes: 2,
    passwords: 1,
    jobs: 1,
    isStored: true,
  });
  expect(at.onTyped.mock.calls).toEqual([[1]]);
  at.session.setState({ value: { phase: 'none', last: null, known: [] } as Session });
  expect(at.unsaved.getState().works.get('a')).toMatchObject({ changes: 2, passwords: 0, jobs: 0 });
});

test('counts nothing for an account before its drafts are read', () => {
  at.session.setState({ value: openAccount('a') });
  at.drafts.setState({ drafts: new Map([draft('user:1', { name: 'Ana' })]), isRead: true });
  // The drafts are cleared before another account is on screen.
  at.drafts.setState({ drafts: new Map(), isRead: false });
  at.session.setState({ value: openAccount('b', 'memory') });
  expect(at.unsaved.getState().works.has('b')).toBe(false);
  expect(at.unsaved.getState().works.get('a')).toMatchObject({ changes: 1 });
  at.drafts.setState({ isRead: true });
  expect(at.unsaved.getState().works.get('b')).toMatchObject({ changes: 0, isStored: false });
});

test('the drafts of the account before are not counted for the next one', () => {
  const session = never<Session>();
  // What belongs to an account is emptied in any order while the next one opens.
  session.subscribe(() => {
    next.jobs.setState({ value: null });
    next.drafts.setState({ drafts: new Map(), isRead: false });
  });
  const next = setup(session);
  session.setState({ value: openAccount('a') });
  next.drafts.setState({ drafts: new Map([draft('user:1', { password: 'x' })]), isRead: true });
  next.jobs.setState({ value: [] });
  next.onTyped.mockClear();
  session.setState({ value: openAccount('b') });
  expect(next.unsaved.getState().works.has('b')).toBe(false);
  expect(next.onTyped).not.toHaveBeenCalled();
});
