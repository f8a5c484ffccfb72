import { expect, test } from 'vitest';
import { unusedMessages } from './unused-messages.mjs';

test('a message that no code names is unused, one whose key the code makes of parts is not', () => {
  const used = ['common.cancel', 'alerts.severity.critical', 'common.field.user.fullName'];
  const unused = ['common.nobody', 'alerts.severity.none', 'common.field.user.full.name'];
  expect(unusedMessages([...used, ...unused])).toEqual(unused);
}, 60_000);
