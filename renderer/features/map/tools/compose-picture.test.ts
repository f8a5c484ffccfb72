import { expect, test } from 'vitest';
import { attributionOf } from './capture';
import { linesOf } from './compose-picture';
import { alertHeatText } from './tool-messages';

const length = (text: string) => text.length;

test('words fill lines up to the width, and one that is too long has a line of its own', () => {
  expect(linesOf(['aa', 'bb', 'cc'], length, 4)).toEqual([['aa', 'bb'], ['cc']]);
  expect(linesOf(['aaaaaaaa', 'b'], length, 4)).toEqual([['aaaaaaaa'], ['b']]);
  expect(linesOf([], length, 4)).toEqual([]);
});

test('the attribution keeps texts and safe links in order', () => {
  const nodes = [
    { nodeName: '#text', textContent: 'Natural Earth ·\n ' },
    { nodeName: 'A', textContent: 'GeoNames', href: 'https://www.geonames.org/' },
    { nodeName: '#text', textContent: '  ' },
    { nodeName: 'A', textContent: 'Other', href: 'javascript:alert(1)' },
  ];
  expect(attributionOf(nodes)).toEqual([
    { text: 'Natural Earth · ', url: null },
    { text: 'GeoNames', url: 'https://www.geonames.org/' },
    { text: 'Other', url: null },
  ]);
});

test('the heat of alerts says how many there are and what is missing', () => {
  const text = (alerts: number, withoutPosition = 0, incompleteDevices = 0) =>
    alertHeatText('alerts7d', { alerts, withoutPosition, incompleteDevices }, String);
  expect(text(0)).toBe('No alert of the last 7 days with a position is downloaded.');
  expect(text(1)).toBe(
    '1 downloaded alert of the last 7 days. The strongest colour is the busiest spot in view.',
  );
  expect(text(20, 2, 3)).toBe(
    '20 downloaded alerts of the last 7 days. Without a position: 2. Devices with alerts not downloaded yet: 3. The strongest colour is the busiest spot in view.',
  );
});
