import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAlertList } from './reports';
import { decodeDevice, decodeDeviceList } from './device';
import { decodeEnvelope } from './envelope';
import { decodeFix, decodeFixList, decodeLastLocation } from './fix';
import { decodeGroup, decodeGroupList, decodeNames, decodeUser, decodeUserList } from './records';
import { decodeTokenAnswer } from './token';

const decoders: Record<string, (json: unknown) => unknown> = {
  token: decodeTokenAnswer,
  envelope: decodeEnvelope,
  deviceList: decodeDeviceList,
  device: (json) => decodeDevice(json, 'known'),
  lastLocation: decodeLastLocation,
  fix: decodeFix,
  fixList: decodeFixList,
  alertList: decodeAlertList,
  groupList: decodeGroupList,
  group: (json) => decodeGroup(json, 'known'),
  userList: decodeUserList,
  user: (json) => decodeUser(json, 'known'),
  countries: (json) => decodeNames(json, 'countries'),
  timeZones: (json) => decodeNames(json, 'timeZones'),
};

const knownNames = (
  'success error errorText token expires capabilities limits licences devices device groups group ' +
  'users user data countries timeZones id name tags lastLocation location locations alerts ' +
  'dateTime latitude longitude inputs attributes accessoriesAttributes notifications ' +
  'password Password __proto__ constructor toString'
).split(' ');
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.constantFrom('12.5', '', 'NaN', '2026-05-01T00:00:00', 'true', '0'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...knownNames), fc.string()), tie('json'), {
      maxKeys: 6,
    }),
  ),
}));

test.each(Object.keys(decoders))('%s: no JSON makes it throw', (name) => {
  fc.assert(
    fc.property(json, (value) => {
      expect(() => decoders[name]!(JSON.parse(JSON.stringify(value)))).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

test('a deeply nested answer is harmless', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const text = `{"users":[{"id":"u","tags":${deep}}],"user":{"tags":${deep}}}`;
  for (const decode of Object.values(decoders)) decode(JSON.parse(text));
  expect(decodeUserList(JSON.parse(text)).items).toHaveLength(1);
});

test('removes passwords at any depth, in any letter case', () => {
  const spelling = fc.constantFrom('password', 'Password', 'PASSWORD', 'passWord', 'userPassword');
  const secret = 's3cret-of-the-user';
  fc.assert(
    fc.property(json, spelling, fc.nat(4), (other, name, depth) => {
      let record: unknown = { [name]: secret, other };
      for (let i = 0; i < depth; i++) record = i % 2 ? [record] : { inner: record };
      const user = { id: 'u1', name: 'Ada', [name]: secret, tags: { [name]: secret }, record };
      const answers = [
        { users: [user, { [name]: secret }, [{ [name]: secret }]] },
        { success: true, ...user },
        { user },
        { data: user },
        { devices: [user] },
        { groups: [user] },
        { device: user },
        { lastLocation: user },
        { locations: [user] },
        { alerts: [user] },
        { countries: { [name]: secret } },
      ];
      for (const answer of answers) {
        for (const decode of Object.values(decoders)) {
          expect(JSON.stringify(decode(answer)) ?? '').not.toContain(secret);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('records that were read are unchanged when they are sent back', () => {
  const record = fc.record({
    id: fc.stringMatching(/^[\w:-]{1,20}$/),
    name: fc.string({ minLength: 1 }),
    description: fc.string({ minLength: 1 }),
    tags: fc.dictionary(fc.stringMatching(/^[a-o]{1,8}$/), fc.string()),
  });
  fc.assert(
    fc.property(fc.uniqueArray(record, { selector: ({ id }) => id }), (devices) => {
      const first = decodeDeviceList({ success: true, devices });
      const again = decodeDeviceList({ devices: first.items.map(({ raw }) => raw) });
      expect(again).toEqual(first);
      expect(
        first.items.map(({ record: { id, name, description, tags } }) => ({
          id,
          name,
          description,
          tags,
        })),
      ).toEqual(devices.map((device) => ({ ...device, tags: { ...device.tags } })));
    }),
  );
});
