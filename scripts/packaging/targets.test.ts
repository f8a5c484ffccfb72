import { describe, expect, test } from 'vitest';
import { plan, signingWarnings } from './targets.mjs';

const nothing = () => false;
const everything = () => true;

describe('planning', () => {
  test('builds everything for this system and lists the rest if all requirements are met', () => {
    const { make, left } = plan({ platform: 'linux', has: everything });
    expect(make).toEqual(['tar.gz', 'deb', 'rpm']);
    expect(left.map(({ target }) => target)).toEqual(['nsis', 'msi', 'portable', 'dmg', 'zip']);
    expect(left[0]).toEqual({ target: 'nsis', why: 'it is made on Windows' });
  });

  test('builds some installers without a network', () => {
    const here = ['dpkg-deb', '7za'];
    const { make, left } = plan({ platform: 'linux', has: (need: string) => here.includes(need) });
    expect(make).toEqual(['tar.gz', 'deb']);
    expect(left.find(({ target }) => target === 'rpm')?.why).toContain('rpmbuild');
  });

  test('skips everything with a reason if nothing is available', () => {
    const { make, left } = plan({ platform: 'darwin', has: nothing });
    expect(make).toEqual([]);
    expect(left).toHaveLength(8);
    expect(left.every(({ why }) => why.length > 10)).toBe(true);
  });

  test('builds only the selected installers and refuses unknown ones', () => {
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
  test('warns if the environment has no credentials', () => {
    expect(signingWarnings('win32', {})).toEqual([expect.stringContaining('NOT SIGNED')]);
    expect(signingWarnings('darwin', {})).toEqual([
      expect.stringContaining('NOT SIGNED'),
      expect.stringContaining('NOT NOTARISED'),
    ]);
  });

  test('does not warn if the credentials are complete', () => {
    expect(signingWarnings('win32', { WIN_CSC_LINK: 'file' })).toEqual([]);
    const apple = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' };
    expect(signingWarnings('darwin', { CSC_LINK: 'file', ...apple })).toEqual([]);
    expect(signingWarnings('linux', {})).toEqual([]);
  });
});
