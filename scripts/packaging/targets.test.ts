import { describe, expect, test } from 'vitest';
import { plan, signingWarnings } from './targets.mjs';

const nothing = () => false;
const everything = () => true;

describe('planning', () => {
  test('with everything at hand, all of this system is made and the rest is named', () => {
    const { make, left } = plan({ platform: 'linux', has: everything });
    expect(make).toEqual(['tar.gz', 'deb', 'rpm', 'AppImage']);
    expect(left.map(({ target }) => target)).toEqual(['nsis', 'msi', 'portable', 'dmg', 'zip']);
    expect(left[0]).toEqual({ target: 'nsis', why: 'it is made on Windows' });
  });

  test('without a network, what the machine has is enough for some', () => {
    const here = ['dpkg-deb', '7za'];
    const { make, left } = plan({ platform: 'linux', has: (need: string) => here.includes(need) });
    expect(make).toEqual(['tar.gz', 'deb']);
    expect(left.find(({ target }) => target === 'rpm')?.why).toContain('rpmbuild');
    expect(left.find(({ target }) => target === 'AppImage')?.why).toContain('download host');
  });

  test('with nothing at hand, everything is left with a reason', () => {
    const { make, left } = plan({ platform: 'darwin', has: nothing });
    expect(make).toEqual([]);
    expect(left).toHaveLength(9);
    expect(left.every(({ why }) => why.length > 10)).toBe(true);
  });

  test('only what is wanted, and nothing that does not exist', () => {
    expect(plan({ platform: 'linux', has: everything, only: ['deb'] })).toEqual({
      make: ['deb'],
      left: [],
    });
    expect(() => plan({ platform: 'linux', has: everything, only: ['dbe'] })).toThrow(
      'no such installer: dbe',
    );
  });
});

describe('signing', () => {
  test('nothing in the environment is said aloud', () => {
    expect(signingWarnings('win32', {})).toEqual([expect.stringContaining('NOT SIGNED')]);
    expect(signingWarnings('darwin', {})).toEqual([
      expect.stringContaining('NOT SIGNED'),
      expect.stringContaining('NOT NOTARISED'),
    ]);
  });

  test('with what it takes there is nothing to say', () => {
    expect(signingWarnings('win32', { WIN_CSC_LINK: 'file' })).toEqual([]);
    const apple = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' };
    expect(signingWarnings('darwin', { CSC_LINK: 'file', ...apple })).toEqual([]);
    expect(signingWarnings('linux', {})).toEqual([]);
  });
});
