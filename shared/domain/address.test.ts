import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAddress } from './address';
import { t } from '../../test/support/english';

describe('accepts', () => {
  test.each([
    ['https://tracking.example.com', 'https://tracking.example.com'],
    ['  https://tracking.example.com/  ', 'https://tracking.example.com'],
    ['HTTPS://Tracking.Example.COM', 'https://tracking.example.com'],
    ['tracking.example.com', 'https://tracking.example.com'],
    ['//tracking.example.com', 'https://tracking.example.com'],
    ['https:/tracking.example.com', 'https://tracking.example.com'],
    ['https:tracking.example.com', 'https://tracking.example.com'],
    ['https//tracking.example.com', 'https://tracking.example.com'],
    ['https:\\\\tracking.example.com', 'https://tracking.example.com'],
    ['"https://tracking.example.com"', 'https://tracking.example.com'],
    ['\u201ctracking.example.com\u201d', 'https://tracking.example.com'],
    ['<https://tracking.example.com>,', 'https://tracking.example.com'],
    ['https://tracking.example.com\u200b', 'https://tracking.example.com'],
    ['https://tracking.example.com:443', 'https://tracking.example.com'],
    ['tracking.example.com:8443', 'https://tracking.example.com:8443'],
    ['https://tracking.example.com:80', 'https://tracking.example.com:80'],
    ['tracking.example.com./', 'https://tracking.example.com'],
    ['https://tracking.example.com/api', 'https://tracking.example.com'],
    ['https://tracking.example.com/API/Auth/Token', 'https://tracking.example.com'],
    ['https://tracking.example.com/api/devices?a=b#c', 'https://tracking.example.com'],
    ['https://tracking.example.com/?next=/map#/login', 'https://tracking.example.com'],
    ['https://example.com/docs/developers/rest_api/', 'https://example.com'],
    ['https://example.com/swagger/index.html', 'https://example.com'],
    ['https://example.com/index.html', 'https://example.com'],
    ['https://example.com/tracker', 'https://example.com/tracker'],
    ['https://example.com/Tracker/eu//api/devices', 'https://example.com/Tracker/eu'],
    ['https://example.com/a/../tracker/', 'https://example.com/tracker'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['localhost:8080', 'http://localhost:8080'],
    ['localhost:443', 'http://localhost:443'],
    ['127.0.0.1:5000/api', 'http://127.0.0.1:5000'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['https://localhost', 'https://localhost'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['https://[2001:DB8::1]', 'https://[2001:db8::1]'],
    ['https://b\u00fccher.example', 'https://xn--bcher-kva.example'],
    ['fleet-server', 'https://fleet-server'],
    ['192.0.2.10:8443', 'https://192.0.2.10:8443'],
    ['" https://tracking.example.com "', 'https://tracking.example.com'],
    ['\u200b https://tracking.example.com \u200b', 'https://tracking.example.com'],
    [`https://example.com/${'x'.repeat(2028)}`, `https://example.com/${'x'.repeat(2028)}`],
  ])('%j is %s', (given, address) => {
    expect(readAddress(given)).toEqual({ ok: true, address });
  });
});

describe('rejects with a message', () => {
  test.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['""', 'missing'],
    ['http://tracking.example.com', 'https://'],
    ['http://192.0.2.10:8080', 'https://'],
    ['http://0.0.0.0', 'https://'],
    ['http://127.0.0.1.example.com', 'https://'],
    ['http://localhost.example.com', 'https://'],
    ['http://localhost@evil.example', 'password'],
    ['https://ada:secret@tracking.example.com', 'password'],
    ['https://ada@tracking.example.com', 'password'],
    ['ada@example.com', 'password'],
    ['https://@tracking.example.com', 'password'],
    ['tracking example com', 'space'],
    ['https://tracking.example.com /api', 'space'],
    ['https://one.example\nhttps://two.example', 'space'],
    ['ftp://tracking.example.com', 'ftp'],
    ['file:///etc/hosts', 'file'],
    ['javascript:alert(1)', 'javascript'],
    ['mailto:ada@example.com', 'mailto'],
    ['https://', 'cannot be read'],
    ['https://example.com/tracker,eu', 'character'],
    ['https:///', 'cannot be read'],
    ['https://tracking.example.com:99999', 'port'],
    ['https://tracking.example.com:0', 'port'],
    ['https://tracking,example,com', 'character'],
    ['https://-', 'character'],
    ['https://[::1', 'cannot be read'],
    ['https://1.2', 'in full'],
    ['http://0x7f.1', 'in full'],
    ['x'.repeat(3000), 'too long'],
    [`https://example.com/${'x'.repeat(2029)}`, 'too long'],
    ['https://:secret@tracking.example.com', 'password'],
  ])('%j: %s', (given, message) => {
    const read = readAddress(given);
    expect(read.ok ? read.address : t(read.message)).toContain(message);
    expect(read.ok).toBe(false);
  });
});

test('no input throws, and an accepted address is safe and stable', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.constantFrom('http://', 'https://', '', 'HTTP:'), fc.string())
      .map((p) => p.join('')),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const read = readAddress(text);
      expect(read.ok ? '.' : t(read.message)).toMatch(/\.$/);
      if (!read.ok) return;
      expect(readAddress(read.address)).toEqual(read);
      const url = new URL(read.address);
      expect(url.username + url.password + url.search + url.hash).toBe('');
      const isLocal = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname);
      expect(isLocal ? ['http:', 'https:'] : ['https:']).toContain(url.protocol);
    }),
    { numRuns: 1000 },
  );
});
