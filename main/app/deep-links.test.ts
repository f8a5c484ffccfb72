import { expect, test } from 'vitest';
import { createLinks, linkAmong } from './deep-links';

const device = (id: string) => ({ kind: 'device', id }) as const;

test('more than one link among the arguments is ignored', () => {
  expect(linkAmong(['/opt/waypost', '--flag', 'waypost://device/1'])).toEqual(device('1'));
  expect(linkAmong(['waypost://device/1', 'waypost://group/2'])).toBeNull();
  expect(linkAmong(['waypost://device/1 --summary-file=x'])).toEqual(device('1 --summary-file=x'));
  expect(linkAmong([])).toBeNull();
});

test('the latest link waits for a window and is delivered once', () => {
  let times = 0;
  const links = createLinks(() => (times += 1));
  links.came(null);
  expect(times).toBe(0);
  links.came(device('1'));
  links.came({ kind: 'user', id: '2' });
  expect(times).toBe(2);
  expect(links.take()).toEqual({ kind: 'user', id: '2' });
  expect(links.take()).toBeNull();
});
