import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Notice } from '#shared/domain/notice';
import { createTranslate, message } from '#shared/i18n/translate';
import { languageOf, t } from '../../test/support/english';
import { noticeText, withoutNames } from './notifications';

const notice = {
  title: 'SOS: <b>Van 9</b>',
  body: ['<a href="https://evil.example">Click</a> & <img src="file:///etc/passwd"/>'],
};
const text = (given: Notice, platform: NodeJS.Platform) => noticeText(given, t, platform);

test('the text of a service is no markup on Linux', () => {
  const { title, body } = text(notice, 'linux');
  expect(body).toBe(
    '&lt;a href=&quot;https://evil.example&quot;&gt;Click&lt;/a&gt; &amp; &lt;img src=&quot;file:///etc/passwd&quot;/&gt;',
  );
  expect(title).toBe(notice.title);
});

test.each(['win32', 'darwin'] as const)('on %s the text stays as it is', (platform) => {
  expect(text(notice, platform)).toEqual({ title: notice.title, body: notice.body[0] });
});

test('marks that disguise a text are removed, and each line stays one', () => {
  const device = 'A\nB\u202E';
  const lines = ['one\u0000\u200F', message('alerts.notice.device', { device, what: 'C\u2066' })];
  expect(text({ title: device, body: lines }, 'linux')).toEqual({
    title: 'A B',
    body: 'one\nA B: C',
  });
});

test('a name keeps its direction in a language that runs from right to left', () => {
  const arabic = createTranslate(languageOf({ language: 'ar' }));
  const body = [message('alerts.notice.device', { device: 'Van\u2067 9', what: 'B' })];
  // The line itself begins on the right.
  expect(noticeText({ title: 'Van 9', body }, arabic, 'linux').body).toBe(
    '\u200F\u2068Van 9\u2069: \u2068B\u2069',
  );
});

test('for any text there is no markup on Linux, and it is not long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (any) => {
      const { title, body } = text({ title: any, body: [any, any] }, 'linux');
      expect(body).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      expect(Array.from(title).length).toBeLessThanOrEqual(500);
      expect(body.length).toBeLessThanOrEqual(3_000);
    }),
  );
});

test('hides every name when asked to', () => {
  expect(text(withoutNames, 'darwin')).toEqual({
    title: 'Waypost',
    body: 'There is a new notification. Open Waypost to read it.',
  });
});
