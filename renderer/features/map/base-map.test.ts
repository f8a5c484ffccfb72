import { expect, test } from 'vitest';
import { keyedMapStyle, type KeyedMapState } from '#shared/domain/online-map';
import { addressOf } from './base-map';

const chosen = keyedMapStyle('stadia');
const state: KeyedMapState = {
  id: 'stadia',
  address: '',
  key: 'keychain',
  trouble: null,
  revision: 3,
};

test('a map with a key is drawn while it can be used, and loads again with each revision', () => {
  expect(addressOf(chosen, [state])).toBe(`${chosen}?3`);
  expect(addressOf(chosen, [{ ...state, revision: 4 }])).not.toBe(addressOf(chosen, [state]));
  expect(addressOf(chosen, [state], 1)).not.toBe(addressOf(chosen, [state]));
});

test('the bundled map is drawn while it cannot be used, was removed, or main has not answered', () => {
  expect(addressOf(chosen, [{ ...state, trouble: 'refused' }])).toBe('');
  expect(addressOf(chosen, [])).toBe('');
  expect(addressOf(chosen, null)).toBe('');
});

test('the style of another address is requested from main', () => {
  expect(addressOf('', null)).toBe('');
  expect(addressOf('https://a.example/style.json', null)).toBe(
    'app://waypost/maps/style/style.json?https%3A%2F%2Fa.example%2Fstyle.json',
  );
});
