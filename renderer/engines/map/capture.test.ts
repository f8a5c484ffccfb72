import { expect, test } from 'vitest';
import { attributionOf } from './capture';

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
