import { describe, expect, test } from 'vitest';
import { hasDisplay, missingLibraries } from './system.mjs';

describe('missing system requirements', () => {
  test('reads each missing library from ldd once', () => {
    const output = [
      '\tlinux-vdso.so.1 (0x00007ffd5a7c1000)',
      '\tlibgtk-3.so.0 => not found',
      '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f4d1a000000)',
      '\tlibnss3.so => not found',
    ].join('\n');
    expect(missingLibraries(output)).toEqual(['libgtk-3.so.0', 'libnss3.so']);
  });

  test('lists nothing if nothing is missing', () => {
    expect(missingLibraries('\tstatically linked\n')).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'either kind of display counts, an empty name does not',
    () => {
      expect(hasDisplay({ DISPLAY: ':0' })).toBe(true);
      expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
      expect(hasDisplay({ DISPLAY: '' })).toBe(false);
      expect(hasDisplay({})).toBe(false);
    },
  );
});
