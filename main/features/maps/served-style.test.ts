import { expect, test } from 'vitest';
import { readRequest } from './served-style';

const filled = (path: string, template: string) => {
  const request = readRequest(path);
  return request && request.part !== 'style' ? request.fill(template) : null;
};

test('fills tiles, fonts and sprites into an address', () => {
  expect(filled('/maps/own/0/3/4/2', 'https://a.example/{z}/{x}/{y}.png')).toBe(
    'https://a.example/3/4/2.png',
  );
  expect(filled('/maps/own/1/Noto%20Sans/0-255', 'https://a.example/{fontstack}/{range}.pbf')).toBe(
    'https://a.example/Noto%20Sans/0-255.pbf',
  );
  expect(filled('/maps/own/2/sprite@2x.png', 'https://a.example/s?k={key}')).toBe(
    'https://a.example/s@2x.png?k={key}',
  );
  expect(readRequest('/maps/stadia/style.json')).toEqual({ id: 'stadia', part: 'style' });
});

test.each([
  '/maps/other/style.json',
  '/maps/own/style.json/x',
  '/maps/own/0',
  '/maps/own/0/3/8/2',
  '/maps/own/0/23/0/0',
  '/maps/own/0/-1/0/0',
  '/maps/own/0/1/0/0/0',
  '/maps/own/0/..%2F..%2Fadmin/0-255',
  '/maps/own/0/a%3Fb/0-255',
  '/maps/own/0/%E0%A4%A/0-255',
  '/maps/own/0/sprite.html',
  '/maps/own/1234/1/0/0',
])('%s is no part of a map', (path) => {
  expect(readRequest(path)).toBeNull();
});
