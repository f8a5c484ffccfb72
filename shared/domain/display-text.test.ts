import { expect, test } from 'vitest';
import { shownText } from './display-text';

test('names in any writing stay as they are', () => {
  for (const name of ['Camión Ñandú 10', 'שלום משאית 7', '👩‍🔧 van', 'नमस्ते', 'Zoë’s'])
    expect(shownText(name)).toBe(name);
});

test('controls and turned directions cannot reshape a line', () => {
  expect(shownText('Line\nbreak\ttab\u0007bell')).toBe('Line break tab bell');
  expect(shownText('Null\u0000byte')).toBe('Null byte');
  expect(shownText('Invoice \u202Egpj.exe')).toBe('Invoice  gpj.exe');
  expect(shownText('\u0000\n')).toBe('');
});
