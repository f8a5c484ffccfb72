import { describe, expect, it } from 'vitest';
import { part, type Body } from '../client';
import { momentOf } from '../reading';
import { isObject } from '../spelling';
import type { Target } from '../target';

export function deviceTests(target: Target): void {
  const {
    client,
    documented,
    assumed,
    listOf,
    recordOf,
    isRefused,
    expectRefused,
    expectAssumedRefusal,
  } = target;
  const devices = async (): Promise<Body[]> =>
    listOf(await client().get('/api/devices'), 'devices');

  describe('devices', () => {
    it('are listed with unique text ids', async () => {
      const ids = (await devices()).map(({ id }) => id);
      documented('wire contract 3.1 (L)', 'the id of a device is text', () =>
        expect(ids.filter((id) => typeof id !== 'string')).toEqual([]),
      );
      assumed('wire contract 1.3 (A)', 'ids are unique, and not empty', () => {
        expect(ids).not.toContain('');
        expect(new Set(ids).size).toBe(ids.length);
      });
    });

    it('have members of the documented types', async () => {
      for (const { name, description, min, tags, expires } of await devices()) {
        documented('wire contract 3.1 (L)', 'name, description and min are texts, if sent', () => {
          for (const text of [name, description, min]) {
            expect(text ?? '', JSON.stringify(text)).toBeTypeOf('string');
          }
        });
        documented('wire contract 3.1 (L)', 'tags are an object, if sent', () =>
          expect(isObject(tags ?? {}), JSON.stringify(tags)).toBe(true),
        );
        assumed('wire contract 3.1 (open)', 'the values of tags are texts', () =>
          expect(Object.values(tags ?? {}).filter((tag) => typeof tag !== 'string')).toEqual([]),
        );
        documented('wire contract 3.1 (L)', 'expires is ISO 8601, if sent', () =>
          expect(expires ? momentOf(expires) : 0).not.toBeNaN(),
        );
      }
    });

    it('are read one by one as listed, with any characters in their ids', async () => {
      for (const listed of (await devices()).slice(0, 10)) {
        const answer = await client().get(`/api/devices/${part(listed.id)}`);
        const device = recordOf(answer, 'device');
        documented('wire contract 3.3 (L)', 'a device is read as it is listed', () =>
          expect([device.id, device.name]).toEqual([listed.id, listed.name]),
        );
      }
    });

    it('have a last location, or none', async () => {
      for (const { id } of (await devices()).slice(0, 10)) {
        const answer = await client().get(`/api/devices/${part(id)}/lastLocation`);
        assumed('wire contract 3.5 (A)', 'reading the place of a silent device is no failure', () =>
          expect(answer.status).not.toBe(404),
        );
        if (answer.status === 404) continue;
        documented(
          'wire contract 3.5 (L)',
          'the last location of a listed device can be read',
          () => expect(isRefused(answer), `status ${answer.status}: ${answer.text}`).toBe(false),
        );
        const fix = target.memberOf(answer, 'lastLocation');
        assumed('wire contract 3.5 (A)', 'a device without a fix has a lastLocation of null', () =>
          expect(fix).toBeDefined(),
        );
        if (isObject(fix)) expectPlace(target, target.membersOf(fix));
      }
    });

    it.each(['', '/lastLocation'])(
      'are refused when unknown: GET /api/devices/…%s',
      async (call) => {
        const answer = await client().get(`/api/devices/no-such-device${call}`);
        const statement = [
          'wire contract 1.5 (L)',
          'reading an unknown device is refused',
        ] as const;
        if (call === '') expectRefused(answer, statement, 'wire contract 3.3 (open)', 404);
        else {
          const what = 'the last location of an unknown device is refused';
          expectAssumedRefusal(answer, 'wire contract 3.5 (open)', what, 404);
        }
      },
    );

    it.each(['locations', 'alerts'])('are refused when unknown: POST …/%s', async (call) => {
      const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' };
      const answer = await client().send('POST', `/api/devices/no-such-device/${call}`, range);
      const what = `${call} of an unknown device are refused`;
      expectAssumedRefusal(answer, 'wire contract 1.5 (open)', what, 404);
    });
  });
}

/** Time and place of a location or an alert: the required members of both. */
export function expectPlace({ documented, assumed }: Target, record: Body): void {
  const { dateTime, latitude, longitude } = record;
  documented('wire contract 3.4 (L)', 'a location has its time in ISO 8601', () =>
    expect(momentOf(dateTime)).not.toBeNaN(),
  );
  documented('wire contract 3.4 (L)', 'a location has a latitude and a longitude', () => {
    expect(Math.abs(Number(latitude ?? Number.NaN))).toBeLessThanOrEqual(90);
    expect(Math.abs(Number(longitude ?? Number.NaN))).toBeLessThanOrEqual(180);
  });
  assumed('wire contract 3.4 (open)', 'coordinates are sent as numbers, not as texts', () =>
    expect([typeof latitude, typeof longitude]).toEqual(['number', 'number']),
  );
}
