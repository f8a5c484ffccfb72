import { describe, expect, it } from 'vitest';
import { logKinds } from '#shared/domain/history';
import { part, type Answer } from '../client';
import { momentOf } from '../reading';
import type { Target } from '../target';
import { expectPlace } from './devices';

const hour = 3_600_000;
const moment = (at: number) => new Date(at).toISOString();

export function rangeTests(target: Target): void {
  const { client, documented, assumed, observe, listOf, isRefused, expectAssumedRefusal } = target;

  describe.each(logKinds)('POST /api/devices/{deviceId}/%s as a range query', (call) => {
    async function ask(body: unknown, type?: string): Promise<Answer> {
      const [device] = listOf(await client().get('/api/devices'), 'devices');
      expect(device, 'the account has a device').toBeDefined();
      return client().send('POST', `/api/devices/${part(device?.id)}/${call}`, body, type);
    }
    const within = (from: number, to: number) => ask({ from: moment(from), to: moment(to) });

    /** Whether a query was answered: the two documents name this call differently. */
    const isQuery = (answer: Answer): boolean => {
      const isAnswered = assumed(
        'wire contract 3.6 (A)',
        `${call} with from and to are a query and not a submission`,
        () => expect(isRefused(answer), `refused with ${answer.status}`).toBe(false),
      );
      observe({ reportCalls: isAnswered ? 'query' : 'refused' });
      return isAnswered;
    };

    it('returns records within the range', async () => {
      const to = Date.now();
      const answer = await within(to - hour, to);
      if (!isQuery(answer)) return;
      for (const record of listOf(answer, call)) {
        expectPlace(target, record);
        documented('wire contract 3.6 (L)', 'no record lies outside of the range', () => {
          expect(momentOf(record.dateTime)).toBeGreaterThanOrEqual(to - hour - 1000);
          expect(momentOf(record.dateTime)).toBeLessThanOrEqual(to + 1000);
        });
      }
    });

    it('answers a range of a day', async () => {
      const to = Date.now();
      if (!isQuery(await within(to - hour, to))) return;
      const answer = await within(to - 24 * hour, to);
      const isWide = assumed(
        'wire contract 3.6 (open)',
        `${call} of a whole day can be asked`,
        () => expect(isRefused(answer), `refused with ${answer.status}`).toBe(false),
      );
      observe({ answeredRangeMs: { [call]: isWide ? 24 * hour : hour } });
    });

    it('returns nothing for a range in the future', async () => {
      const from = Date.now() + 48 * hour;
      const answer = await within(from, from + hour);
      const isAnswered = assumed(
        'wire contract 3.6 (open)',
        'a range in the future is answered',
        () => expect(isRefused(answer), `refused with ${answer.status}`).toBe(false),
      );
      if (!isAnswered) return;
      documented('wire contract 3.6 (L)', 'no record lies outside of the range', () =>
        expect(listOf(answer, call)).toEqual([]),
      );
    });

    it('refuses a range whose ends are swapped', async () => {
      const now = Date.now();
      const answer = await within(now, now - hour);
      const what = 'a range whose ends are swapped is refused';
      if (expectAssumedRefusal(answer, 'wire contract 3.6 (open)', what, 400)) return;
      documented('wire contract 3.6 (L)', 'no record lies outside of the range', () =>
        expect(listOf(answer, call)).toEqual([]),
      );
    });

    it.each([{}, { from: '2026-01-01T00:00:00Z' }, { from: 'yesterday', to: 'now' }])(
      'refuses the body %j',
      async (body) => {
        const what = 'a query without a readable from and to is refused';
        expectAssumedRefusal(await ask(body), 'wire contract 1.5 (open)', what, 400);
      },
    );

    it('takes JSON only', async () => {
      const body = { from: moment(0), to: moment(1) };
      const what = 'a body that is not declared as JSON is refused';
      const answer = await ask(body, 'text/plain');
      expectAssumedRefusal(answer, 'wire contract 1.1 (open)', what, 400, 415);
    });
  });
}
