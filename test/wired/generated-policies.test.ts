import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSafeAddress, policyValueNames, readPolicy, type Policy } from '../../main/app/policy';
import { managedPreference, policyKey, policySources } from '../../main/app/policy-sources';
import { amount } from '../support/test-length';

// Machine policies as an attacker, a mistake or a damaged disk could leave them: the file of Linux, what
// `reg query` prints on Windows, and what `plutil` prints of a managed preference on macOS.

const numRuns = amount({ sample: 250, long: 50_000 });

/** In every value: no line of the log may quote one. */
const secret = 'hunter2';

const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom<unknown>(
    'http://evil.example',
    'https://a:b@evil.example',
    'javascript:alert(1)',
    'file:///etc',
    '\\\\evil\\share\\a.pmtiles',
    'a.pmtiles',
    '/a\0b.pmtiles',
    '\u202E/etc',
    ' ',
    ';;;',
    ',',
    '',
    true,
    false,
    0,
    1,
    -1,
    1e308,
    null,
  ),
  fc.webUrl(),
  fc.string({ minLength: 1, maxLength: 9 }).map((text) => text.repeat(4_000)),
  fc.array(fc.string({ maxLength: 9 }), { minLength: 400, maxLength: 700 }),
);
const value = fc.oneof(
  wrong,
  wrong.map((each) => (typeof each === 'string' ? `${secret}${each}` : each)),
);
const fileNames =
  'serviceAddress mapStyleUrl updates updates.enabled updates.feed mapFiles allowedServiceHosts allowedMapHosts $note __proto__ constructor toString'.split(
    ' ',
  );
const name = (known: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  );
const settings = fc.oneof(
  value,
  fc.record({ enabled: value, feed: value, other: value }, { requiredKeys: [] }),
);
const entries = (known: readonly string[]) =>
  fc.array(fc.tuple(name(known), fc.oneof(value, settings)), { maxLength: 12 });
/** Every member as given, also twice and with the names of prototypes. */
const jsonOf = (members: readonly (readonly [string, unknown])[]) =>
  `{${members.map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`).join()}}`;
/** A damaged text: something is cut off or put in. */
const damaged = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 4, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.nat(400), fc.string({ unit: 'binary', maxLength: 5 }))
        .map(([whole, at, more]) => whole.slice(0, at) + more + whole.slice(at + 3)),
    },
    { weight: 1, arbitrary: text.map((whole) => whole.slice(0, whole.length / 2)) },
  );

function policyOf(platform: NodeJS.Platform, text: string) {
  const lines: string[] = [];
  const sources = policySources(platform, {
    trustedFile: (file) =>
      platform === 'darwin' ? (file === managedPreference ? 'bplist00' : null) : text,
    run: () => text,
    loadedLibraries: () => [],
  });
  return { policy: readPolicy(sources, (line) => lines.push(line)), lines };
}

function expectHarmless({ policy, lines }: { policy: Policy; lines: string[] }): void {
  for (const address of [policy.serviceAddress, policy.mapStyleUrl, policy.updateFeed]) {
    expect(address === null || isSafeAddress(address)).toBe(true);
  }
  expect(typeof policy.allowsUpdates).toBe('boolean');
  for (const hosts of [policy.allowedServiceHosts, policy.allowedMapHosts]) {
    expect(hosts === null || hosts.every((host) => typeof host === 'string')).toBe(true);
  }
  expect(policy.mapFiles.every((file) => /^([\\/]|[a-z]:[\\/])/i.test(file))).toBe(true);
  expect(policy.mapFiles.join('')).not.toContain('\0');
  expect(Object.keys(Object.prototype)).toEqual([]);
  // One line for each source more than the limit: how many there were.
  expect(lines.length).toBeLessThanOrEqual(21);
  for (const line of lines) {
    expect(line).toMatch(/^policy [^\p{Cc}]{1,220}$/u);
    expect(line).not.toContain(secret);
  }
}

test('any policy file is used in part or left out, in words and without its values', () => {
  const file = damaged(entries(fileNames).map(jsonOf));
  fc.assert(
    fc.property(file, (text) => expectHarmless(policyOf('linux', text))),
    { numRuns },
  );
});

test('any output of the registry and of a managed preference does the same', () => {
  const values = entries(policyValueNames);
  const kind = fc.constantFrom('REG_SZ', 'REG_DWORD', 'REG_MULTI_SZ', 'REG_BINARY', 'REG_NONE');
  const query = fc
    .array(fc.tuple(name(policyValueNames), kind, value), { maxLength: 12 })
    .map((lines) =>
      [
        policyKey,
        ...lines.map(
          ([each, type, text]) =>
            `    ${each}    ${type}    ${typeof text === 'string' ? text : JSON.stringify(text)}`,
        ),
      ].join('\r\n'),
    );
  fc.assert(
    fc.property(damaged(query), damaged(values.map(jsonOf)), (registry, preference) => {
      expectHarmless(policyOf('win32', registry));
      expectHarmless(policyOf('darwin', preference));
    }),
    { numRuns },
  );
});

test('anything that is named for updates but is not “on” turns them off', () => {
  fc.assert(
    fc.property(value, fc.boolean(), (given, isNested) => {
      const text = jsonOf([
        isNested ? ['updates', { enabled: given }] : ['updates.enabled', given],
      ]);
      const { policy } = policyOf('linux', text);
      expect(policy.allowsUpdates).toBe(given === true);
    }),
    { numRuns },
  );
});

test('thousands of wrong names are counted, not listed', () => {
  const many = Array.from({ length: 6_000 }, (_, i) => [`name${i}`, secret] as const);
  const { policy, lines } = policyOf('linux', jsonOf(many));
  expectHarmless({ policy, lines });
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('policy /etc/waypost/policy.json: 5980 more problems like these');
});
