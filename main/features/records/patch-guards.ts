import type { PatchOperation } from '#shared/wire/encode';

/** The tests that this service was found to refuse, while the account is open. */
export interface TestSupport {
  /** What cannot be tested: `kind/member`, or `kind` for all its members. */
  refused: Set<string>;
}

/** Members with the time of the last change (wire contract 4.1 and 5.1). */
const stamps = ['modification', 'lastModified'];

/**
 * The patch with the tests that this service accepts. A missing member cannot be tested itself (two
 * users may both add it), so the time of the last change is tested instead.
 */
export function guarded(
  kind: string,
  steps: readonly PatchOperation[],
  raw: unknown,
  { refused }: TestSupport,
): PatchOperation[] {
  const addsUntested = steps.some(({ op, path }) => op === 'add' && !/^\/password$/i.test(path));
  const stamped = addsUntested ? [...stampTest(raw), ...steps] : steps;
  const isRefused = (path: string) => refused.has(kind) || refused.has(`${kind}${memberIn(path)}`);
  return stamped.filter(({ op, path }) => op !== 'test' || !isRefused(path));
}

function stampTest(raw: unknown): PatchOperation[] {
  if (typeof raw !== 'object' || raw === null) return [];
  for (const [key, value] of Object.entries(raw)) {
    const isStamp = stamps.some((name) => name.toLowerCase() === key.toLowerCase());
    if (isStamp && typeof value === 'string') return [{ op: 'test', path: `/${key}`, value }];
  }
  return [];
}

/** The tests of a patch by member. */
export function testsByMember(steps: readonly PatchOperation[]): Map<string, PatchOperation[]> {
  const tests = new Map<string, PatchOperation[]>();
  for (const step of steps) {
    if (step.op !== 'test') continue;
    const member = memberIn(step.path);
    tests.set(member, [...(tests.get(member) ?? []), step]);
  }
  return tests;
}

/** `/tags` of `/tags/depot`. */
function memberIn(path: string): string {
  return path.split('/', 2).join('/');
}
