import { expect, test } from 'vitest';
import type { Condition } from '#shared/domain/alert-rules';
import { accountId, noticeOf } from './notice';

const condition = (deviceId: string, text: string, isCritical = false): Condition => ({
  deviceId,
  kind: text,
  key: '1',
  isCritical,
  text,
});
const label = (id: string) => id.toUpperCase();

test('one device: its name, its texts once each, and a link to it', () => {
  const conditions = [
    condition('van', 'Battery at 9 %'),
    condition('van', 'SOS button pressed', true),
    condition('van', 'Battery at 9 %'),
  ];
  expect(noticeOf(conditions, label)).toEqual({
    title: 'VAN',
    body: 'SOS button pressed. Battery at 9 %',
    deviceId: 'van',
  });
});

test('one device: the nearest town of its last position, if it is known', () => {
  const conditions = [condition('van', 'SOS button pressed', true)];
  const notice = noticeOf(conditions, label, () => '4 km NE of Turin, IT');
  expect(notice.body).toBe('SOS button pressed\nLast position: 4 km NE of Turin, IT');
  const account = noticeOf([condition(accountId, 'Key refused')], label, () => 'Turin, IT');
  expect(account.body).toBe('Key refused');
});

test('the account: no link to a device', () => {
  expect(noticeOf([condition(accountId, 'Key refused')], label)).toEqual({
    title: 'Waypost',
    body: 'Key refused',
    deviceId: null,
  });
});

test('several devices: a title for one kind, and five lines at most', () => {
  const conditions = Array.from({ length: 7 }, (_, i) => condition(`d${i}`, 'Silent'));
  const notice = noticeOf(conditions, label);
  expect(notice).toMatchObject({ title: '7 devices: Silent', deviceId: null });
  expect(notice.body.split('\n')).toHaveLength(6);
  expect(notice.body).toMatch(/\nand 2 more$/);
  expect(noticeOf([...conditions, condition('d0', 'Low')], label).title).toBe(
    '8 alerts on 7 devices',
  );
});
