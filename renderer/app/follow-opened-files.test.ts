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
