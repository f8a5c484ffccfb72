import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Mirror, createMirror } from '#lib/mirror';
import { toasts } from '#lib/toasts';
import { createUnsavedWork } from '#lib/unsaved-work';
import type { Draft } from '#shared/domain/edit';
import type { Job } from '#shared/domain/job';
import type { Session } from '#shared/domain/session';
import type { Link } from '#shared/domain/link';
import type { OpenedFile } from '#shared/domain/submission';
import type { CachedItems } from '#shared/ipc/fields';
import { followLinks, followOpenedFiles, followUnsaved } from './follow-account';

const links = vi.hoisted(() => ({
  take: vi.fn<() => Promise<unknown>>(async () => ({ ok: true, value: null })),
  onCame: vi.fn<() => void>(),
}));
vi.hoisted(() => vi.stubGlobal('waypost', { links }));

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

type List = CachedItems<{ id: string }>;
const received = (...ids: string[]) => ({
  value: { items: ids.map((id) => ({ id })), fetchedAt: 1, fault: null } as unknown as List,
});

/** Follows a link that was opened before the account. */
function openWith(link: Link) {
  const at = {
    session: never<Session>(),
    groups: never<List>(),
    users: never<List>(),
    showDevice: vi.fn<(id: string) => void>(),
    showGroup: vi.fn<(id: string) => void>(),
    showUser: vi.fn<(id: string) => void>(),
    showView: vi.fn<(id: string) => Promise<boolean>>(async (id) => id === 'v'),
    showState: vi.fn<(name: string) => void>(),
    showAlerts: vi.fn<(id: string, at: number | null) => Promise<void>>(async () => undefined),
    showPage: vi.fn<(name: string) => void>(),
  };
  links.take.mockResolvedValueOnce({ ok: true, value: link });
  toasts.setState({ shown: [] });
  followLinks(at);
  at.session.setState({ value: open });
  return at;
}
const said = () => toasts.getState().shown.map(({ title }) => title);

test.each([
  [{ kind: 'device', id: '1' }, 'showDevice'],
  [{ kind: 'group', id: 'g' }, 'showGroup'],
  [{ kind: 'user', id: 'u' }, 'showUser'],
  [{ kind: 'view', id: 'v' }, 'showView'],
  [{ kind: 'state', id: 'silent' }, 'showState'],
  [{ kind: 'page', id: 'history' }, 'showPage'],
] as const)('a link %j is shown when an account is open', async (link, shows) => {
  const at = openWith(link);
  at.groups.setState(received('g'));
  at.users.setState(received('u'));
  await vi.waitFor(() => expect(at[shows]).toHaveBeenCalledExactlyOnceWith(link.id));
  expect(said()).toEqual([]);
});

test('a notification shows the alerts of its device, and above all those of its report', async () => {
  const at = openWith({ kind: 'alerts', id: '1', at: 7 });
  await vi.waitFor(() => expect(at.showAlerts).toHaveBeenCalledExactlyOnceWith('1', 7));
});

test('what a link names and a received list lacks is said, once, and not before it is known', async () => {
  const at = openWith({ kind: 'group', id: 'gone' });
  at.users.setState(received());
  await vi.waitFor(() => expect(at.showGroup).toHaveBeenCalledWith('gone'));
  expect(said()).toEqual([]);
  at.groups.setState(received('g'));
  at.groups.setState(received('g', 'h'));
  expect(said()).toEqual(['The group of the link is not in the list of groups']);
});

test('a link to a view that is not on this computer says so', async () => {
  openWith({ kind: 'view', id: 'elsewhere' });
  await vi.waitFor(() =>
    expect(said()).toEqual(['The view of the link is not among the saved views of this computer']),
  );
});

test('nothing is said of a link when its account was left before its list came', async () => {
  const at = openWith({ kind: 'user', id: 'gone' });
  await vi.waitFor(() => expect(at.showUser).toHaveBeenCalled());
  at.session.setState({ value: none });
  at.session.setState({ value: open });
  at.users.setState(received('u'));
  expect(said()).toEqual([]);
});
