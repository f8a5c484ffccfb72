import { expect, test } from 'vitest';
import { displayText } from './text';

test('names in any script are unchanged', () => {
  for (const name of ['Camión Ñandú 10', 'שלום משאית 7', '👩‍🔧 van', 'नमस्ते', 'Zoë’s'])
    expect(displayText(name)).toBe(name);
});

test('control and direction characters cannot change the layout of a line', () => {
  expect(displayText('Line\nbreak\ttab\u0007bell')).toBe('Line break tab bell');
  expect(displayText('Null\u0000byte')).toBe('Null byte');
  expect(displayText('Invoice \u202Egpj.exe')).toBe('Invoice  gpj.exe');
  expect(displayText('\u0000\n')).toBe('');
});
