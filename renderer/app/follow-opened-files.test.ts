import { beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#shared/domain/session';
import type { OpenedFile } from '#shared/domain/submission';
import { createMirror, type Mirror } from '#lib/mirror';
import { followOpenedFiles } from './follow-opened-files';

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
let given: Mirror<OpenedFile | null>;

beforeEach(() => {
  show.mockReset();
  mayLeave = true;
  session = never();
  given = never();
  followOpenedFiles({ session, given, mayLeave: () => mayLeave, show });
});

test('a file leads to its page as soon as an account is open, once', () => {
  session.setState({ value: none });
  given.setState({ value: file('1') });
  expect(show).not.toHaveBeenCalled();
  session.setState({ value: open });
  expect(show).toHaveBeenCalledTimes(1);
  session.setState({ value: { ...open } });
  expect(show).toHaveBeenCalledTimes(1);
  given.setState({ value: null });
  given.setState({ value: file('2') });
  expect(show).toHaveBeenCalledTimes(2);
});

test('nothing is left that would lose something, also not later by itself', () => {
  mayLeave = false;
  session.setState({ value: open });
  given.setState({ value: file('1') });
  mayLeave = true;
  session.setState({ value: { ...open } });
  expect(show).not.toHaveBeenCalled();
});

test('a file that is not opened leads nowhere', () => {
  session.setState({ value: open });
  given.setState({ value: file('1', 'several') });
  given.setState({ value: file('2', 'otherKind') });
  expect(show).not.toHaveBeenCalled();
});
