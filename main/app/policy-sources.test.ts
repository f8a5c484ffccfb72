import { describe, expect, test } from 'vitest';
import { noPolicy, readPolicy } from './policy';
import {
  managedPreference,
  policyKey,
  policySources,
  systemFolderAmong,
  systemReaders,
} from './policy-sources';

const kernel = 'C:\\Windows\\System32\\kernel32.dll';

/** A Windows whose registry answers with this text, or with this exit status. */
function windows(answer: string | { status: number } | Error) {
  const runs: [string, readonly string[]][] = [];
  const lines: string[] = [];
  const sources = policySources('win32', {
    trustedFile: () => expect.unreachable('no file is read on Windows'),
    run: (program, args) => {
      runs.push([program, args]);
      if (typeof answer === 'string') return answer;
      throw answer instanceof Error ? answer : Object.assign(new Error('reg'), answer);
    },
    loadedLibraries: () => ['C:\\Users\\eve\\system32.dll', kernel],
  });
  return { policy: readPolicy(sources, (line) => lines.push(line)), runs, lines };
}

const query = (...values: string[]) => ['', policyKey, ...values, ''].join('\r\n');

describe('Windows', () => {
  test('reads the values of the key that only administrators can write', () => {
    const { policy, runs, lines } = windows(
      query(
        '    ServiceAddress    REG_SZ    https://tracking.example.com',
        '    MapStyleUrl    REG_SZ    https://maps.example.com/style.json?a=b    c',
        '    updatesenabled    REG_DWORD    0x0',
        '    UpdateFeed    REG_SZ    https://files.example.com/waypost/',
        '    AllowedServiceHosts    REG_SZ    tracking.example.com, *.fleet.example:8443',
        '    MapFiles    REG_SZ    D:\\Maps\\region.pmtiles; \\\\server\\maps\\city.mbtiles',
      ),
    );
    expect(policy).toEqual({
      serviceAddress: 'https://tracking.example.com',
      mapStyleUrl: 'https://maps.example.com/style.json?a=b    c',
      allowsUpdates: false,
      updateFeed: 'https://files.example.com/waypost/',
      allowedServiceHosts: ['tracking.example.com', '*.fleet.example:8443'],
      allowedMapHosts: null,
      mapFiles: ['D:\\Maps\\region.pmtiles', '\\\\server\\maps\\city.mbtiles'],
    });
    expect(lines).toEqual([]);
    expect(runs).toEqual([['C:\\Windows\\System32\\reg.exe', ['query', policyKey, '/reg:64']]]);
    expect(policyKey).toMatch(/^HKEY_LOCAL_MACHINE\\Software\\Policies\\/);
  });

  test('takes no value from a key below it', () => {
    const below = [
      `${policyKey}\\Other`,
      '    ServiceAddress    REG_SZ    https://evil.example',
    ].join('\r\n');
    expect(windows(query('    UpdatesEnabled    REG_DWORD    0x1', below)).policy).toEqual(
      noPolicy,
    );
  });

  test('without the key there is no policy; if it cannot be read, updates are off', () => {
    expect(windows({ status: 1 }).policy.allowsUpdates).toBe(true);
    expect(windows({ status: 5 }).policy.allowsUpdates).toBe(false);
    expect(windows(new Error('ENOENT')).policy.allowsUpdates).toBe(false);
  });

  test.each(['0x2', 'yes', ''])('%j for UpdatesEnabled turns updates off', (value) => {
    const answer = query(`    UpdatesEnabled    REG_DWORD    ${value}`);
    expect(windows(answer).policy.allowsUpdates).toBe(false);
  });

  test('prototype names and hostile lines have no effect', () => {
    const { policy } = windows(
      query(
        '    __proto__    REG_SZ    https://evil.example',
        '    constructor    REG_SZ    x',
        '    ServiceAddress    REG_SZ    http://evil.example',
      ),
    );
    expect(policy.serviceAddress).toBeNull();
    expect(Object.hasOwn(Object.prototype, 'REG_SZ')).toBe(false);
  });

  test('the folder of reg.exe comes from the loader, never from the environment', () => {
    expect(systemFolderAmong([kernel])).toBe('C:\\Windows\\System32');
    expect(systemFolderAmong(['D:\\WinNT\\system32\\KERNEL32.DLL'])).toBe('D:\\WinNT\\system32');
    const before = process.env['SystemRoot'];
    process.env['SystemRoot'] = 'C:\\Users\\eve';
    try {
      expect(systemFolderAmong([])).toBe('C:\\Windows\\System32');
      expect(windows(query()).runs[0]![0]).toBe('C:\\Windows\\System32\\reg.exe');
    } finally {
      if (before === undefined) delete process.env['SystemRoot'];
      else process.env['SystemRoot'] = before;
    }
  });
});

describe('macOS', () => {
  const macos = (files: Record<string, string>, converted: string) => {
    const runs: string[] = [];
    const sources = policySources('darwin', {
      trustedFile: (file) => files[file] ?? null,
      run: (program, args) => {
        runs.push(program, ...args);
        return converted;
      },
      loadedLibraries: () => [],
    });
    return { policy: readPolicy(sources, () => {}), runs };
  };
  const local = '/Library/Application Support/Waypost/policy.json';

  test('a managed preference comes before the file of the administrator', () => {
    const { policy, runs } = macos(
      {
        [managedPreference]: 'bplist00',
        [local]: '{"updates":{"enabled":true},"serviceAddress":"https://local.example"}',
      },
      '{"UpdatesEnabled":false}',
    );
    expect(policy).toMatchObject({
      allowsUpdates: false,
      serviceAddress: 'https://local.example',
    });
    expect(runs[0]).toBe('/usr/bin/plutil');
  });

  test('nothing is run without a managed preference', () => {
    const { policy, runs } = macos({ [local]: '{"updates":{"enabled":false}}' }, '');
    expect(policy.allowsUpdates).toBe(false);
    expect(runs).toEqual([]);
  });
});

test('no environment variable decides where a policy is read', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const before = policySources(platform).map(({ name }) => name);
    const variables = ['ProgramData', 'SystemRoot', 'HOME', 'XDG_CONFIG_DIRS', 'ALLUSERSPROFILE'];
    const kept = { ...process.env };
    for (const name of variables) process.env[name] = '/tmp/evil';
    try {
      expect(policySources(platform).map(({ name }) => name)).toEqual(before);
    } finally {
      for (const name of variables) {
        if (kept[name] === undefined) delete process.env[name];
        else process.env[name] = kept[name];
      }
    }
  }
  expect(policySources('linux').map(({ name }) => name)).toEqual(['/etc/waypost/policy.json']);
});

test('the loaded libraries of this process are known with their full paths', () => {
  const libraries = systemReaders.loadedLibraries();
  expect(libraries.length).toBeGreaterThan(0);
});
