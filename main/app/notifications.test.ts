import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noticeText, withoutNames } from './notifications';

const notice = {
  title: 'SOS: <b>Van 9</b>',
  body: '<a href="https://evil.example">Click</a> & <img src="file:///etc/passwd"/>',
};

test('the text of a service is no markup on Linux', () => {
  const { title, body } = noticeText(notice, 'linux');
  expect(body).toBe(
    '&lt;a href=&quot;https://evil.example&quot;&gt;Click&lt;/a&gt; &amp; &lt;img src=&quot;file:///etc/passwd&quot;/&gt;',
  );
  expect(title).toBe(notice.title);
});

test.each(['win32', 'darwin'] as const)('on %s the text stays as it is', (platform) => {
  expect(noticeText(notice, platform)).toEqual(notice);
});

test('marks that disguise a text are removed, and line breaks of the body stay', () => {
  expect(noticeText({ title: 'A\nB\u202E', body: 'one\ntwo\u0000\u200F' }, 'linux')).toEqual({
    title: 'A B',
    body: 'one\ntwo',
  });
});

test('for any text there is no markup on Linux, and it is not long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      const { title, body } = noticeText({ title: text, body: text }, 'linux');
      expect(body).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      expect(Array.from(title).length).toBeLessThanOrEqual(500);
      expect(body.length).toBeLessThanOrEqual(3_000);
    }),
  );
});

test('hides every name when asked to', () => {
  expect(JSON.stringify(withoutNames())).not.toContain('Van');
});
