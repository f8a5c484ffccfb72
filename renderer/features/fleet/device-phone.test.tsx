import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toasts } from '#lib/toasts';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { textOf } from './copy-as-text';
import { DevicePhones, phonesOf } from './device-phone';
import { format, t } from '../../../test/support/english';

const phone = '+44 (0)750 217 990';

test('a number says whose it is, is dialled, and copied where nothing makes calls', async () => {
  const dialled: string[] = [];
  const copied: string[] = [];
  let isOpened = true;
  answer('app', {
    dial: ({ number }) => {
      dialled.push(number);
      return { isOpened };
    },
    copyText: ({ text }) => void copied.push(text),
  });
  const { user } = show(<DevicePhones device={{ tags: {}, phone }} />);
  screen.getByRole('group', { name: t('fleet.phone.of', { owner: t('fleet.phone.sim') }) });
  const call = screen.getByRole('button', { name: t('fleet.phone.callNumber', { number: phone }) });
  await user.click(call);
  await expect.poll(() => dialled).toEqual(['+44750217990']);
  expect(copied).toEqual([]);
  isOpened = false;
  await user.click(call);
  await expect.poll(() => copied).toEqual([phone]);
  await expect
    .poll(() => toasts.getState().shown.map(({ title }) => title))
    .toEqual([t('fleet.phone.noCalls')]);
});

test('a number in a tag is first, and a device without one says so', () => {
  const tags = {
    'Driver phone': '0664/123 45 67',
    phonetic: 'alpha',
    depot: '112',
    Telematics: '4711',
  };
  expect(phonesOf({ tags, phone: 'ask the office' }, format)).toEqual([
    { text: '0664/123 45 67', of: t('fleet.phone.tag', { tag: 'Driver phone' }) },
    { text: 'ask the office', of: t('fleet.phone.sim') },
  ]);
  show(<DevicePhones device={{ tags: {}, phone: 'ask the office' }} />);
  expect(screen.queryByRole('button', { name: /^Call/ })).toBeNull();
  show(<DevicePhones device={{ tags: {}, phone: ' ' }} />);
  screen.getByText(t('fleet.phone.none'));
});

test('a text for somebody else says what is known, and that a position is not', () => {
  const position = { latitude: 52.47944, longitude: -1.92467 };
  const told = { device: null, title: ['SOS: SOS button pressed', 'Van\n9'], position, at: 0 };
  expect(textOf(told, null, 300_000, format)).toBe(
    [
      'SOS: SOS button pressed',
      'Van 9',
      'Coordinates: 52.47944, -1.92467',
      'Reported: 01 Jan 1970, 00:00:00 UTC (5 min ago)',
      'Map: https://www.openstreetmap.org/?mlat=52.47944&mlon=-1.92467#map=16/52.47944/-1.92467',
    ].join('\n'),
  );
  expect(textOf({ ...told, position: null, at: null }, null, 0, format)).toMatch(
    /^SOS.*\nVan 9\nPosition: not known$/,
  );
});
