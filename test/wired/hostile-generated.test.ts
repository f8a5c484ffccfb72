import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { contract } from '../../shared/ipc/contract';
import type { Contract } from '../../shared/ipc/define';
import { nearMissFor, validFor } from '../support/hostile-input';
import { faultIn, openIpc } from '../support/ipc';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';
import { amount } from '../support/test-length';

// Inputs made from the schemas, to the whole of main: each is answered or refused in words.

afterEach(cleanUp);

/** These tests are composed without the demo service and without updates. */
const notComposed = ['session.useDemo'];
/** These would close the account under test. */
const leavesAccount = [
  'session.connect',
  'session.forget',
  'session.disconnect',
  'session.openKnown',
  'session.lock',
];

const schemas = Object.entries(contract as Contract).flatMap(([word, entries]) =>
  Object.entries(entries).flatMap(([name, entry]) =>
    entry.kind === 'call' ? [[`${word}.${name}`, entry.input] as const] : [],
  ),
);
const each = amount({ sample: 4, long: 300 });

test(
  'generated inputs on every channel cause no bug, with and without an account',
  async () => {
    const running = await startTestService();
    const folder = temporaryFolder();
    const { address } = credentialsOf(running);
    const reached: string[] = [];
    const session = openSession(folder, memoryKeychain(), {
      settings: () => ({ callsPerMinute: 60_000 }),
      fetch: ((input: string, init?: RequestInit) => {
        // Generated addresses are not looked up.
        if (!input.startsWith(address)) {
          reached.push(input);
          return Promise.reject(new TypeError('no network in this test'));
        }
        return fetch(input, init);
      }) as typeof fetch,
    });
    const ipc = openIpc(session, folder);
    const wrong: unknown[] = [];
    let asked = 0;
    async function askAll(skips: ReadonlySet<string>): Promise<void> {
      for (const [call, schema] of schemas) {
        if (skips.has(call)) continue;
        const inputs = fc.sample(fc.oneof(validFor(schema), nearMissFor(schema)), {
          numRuns: each,
          seed: asked,
        });
        for (const input of inputs) {
          asked += 1;
          const fault = faultIn(await ipc.invoke(call, input));
          const isSilent = fault?.kind === 'invalid' && !fault.message;
          if (fault?.kind === 'bug' || isSilent) {
            wrong.push([call, fc.stringify(input).slice(0, 300), fault, ipc.log.at(-1)]);
          }
        }
        // Later calls would wait for minutes, as they should with few calls a day.
        if (call === 'usage.setCallsPerDay') await ipc.invoke(call, { callsPerDay: null });
      }
    }
    await askAll(new Set(notComposed));
    expect(wrong).toEqual([]);
    await session.connect(credentialsOf(running));
    await untilAllPolled(session);
    await askAll(new Set([...notComposed, ...leavesAccount]));
    expect(wrong).toEqual([]);
    expect(session.current().phase).toBe('open');
    expect(asked).toBeGreaterThan(schemas.length * each);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  },
  amount({ sample: 120_000, long: 3_600_000 }),
);
