import { expect, test } from 'vitest';
import { dialledNumber } from './text';

test.each([
  ['+44 750 217 990', '+44750217990'],
  ['+44 (0)20 7946 0000', '+442079460000'],
  ['(020) 7946-0000', '02079460000'],
  ['0664/123 45 67', '06641234567'],
  ['+49\u00A0170\u2011555\u201312', '+4917055512'],
  ['112', '112'],
])('%s is dialled as %s', (text, dialled) => expect(dialledNumber(text)).toBe(dialled));

test.each(['', '12', '+', 'Van 9 555 123', '555;ext=1', '*21*555#', '++44 750', '555 1234?body=x'])(
  '“%s” is not dialled',
  (text) => expect(dialledNumber(text)).toBeNull(),
);
