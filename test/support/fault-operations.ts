import type { ServiceClient } from '../../main/api/service-client';
import type { OtherClient } from './other-client';

/** What the operations of the fault matrix work on: a service, read back by another client. */
export interface OperationWorld {
  other: OtherClient;
  deviceId: string;
  /** A number that no call had before. */
  next(): number;
}

/** One call of the service client, prepared at the service. */
export interface PreparedCall {
  call(client: ServiceClient): Promise<unknown>;
  /** How many times the service has done it, as read back. */
  effects(): Promise<number>;
}

export interface MatrixOperation {
  name: string;
  kind: 'signIn' | 'read' | 'write';
  prepare(world: OperationWorld): Promise<PreparedCall>;
}

/** Sent with new users; must never come back in a message. */
export const sentPassword = 'pass-of-nobody-else-7';

type Json = Record<string, unknown>;
const never = () => Promise.resolve(0);
const read = (
  name: string,
  call: (client: ServiceClient, world: OperationWorld) => Promise<unknown>,
): MatrixOperation => ({
  name,
  kind: 'read',
  prepare: (world) => Promise.resolve({ call: (client) => call(client, world), effects: never }),
});

const hourMs = 3_600_000;
const lastHour = () => ({ from: Date.now() - hourMs, to: Date.now() });

const groups = async ({ other }: OperationWorld) =>
  (await other.get<{ groups: Json[] }>('groups')).groups;
const users = async ({ other }: OperationWorld) =>
  (await other.get<{ users: Json[] }>('users')).users;

const userBody = (number: number) => ({
  name: `Person ${number}`,
  email: `person${number}@fleet.example`,
  country: 'SE',
  timeZone: 'Europe/Stockholm',
});

async function newGroup(world: OperationWorld) {
  const name = `Group ${world.next()}`;
  const { id } = await world.other.post<{ id: string }>('groups', { name });
  return { id, name };
}

async function newUser(world: OperationWorld) {
  const body = userBody(world.next());
  const { id } = await world.other.post<{ id: string }>('users', {
    ...body,
    password: sentPassword,
  });
  return { id, body };
}

/** A write whose effect is that a record has a new text in `member`. */
function change(
  name: string,
  area: 'groups' | 'users',
  make: (
    world: OperationWorld,
  ) => Promise<(client: ServiceClient, text: string) => Promise<unknown>>,
): MatrixOperation {
  return {
    name,
    kind: 'write',
    prepare: async (world) => {
      const call = await make(world);
      const text = `Text ${world.next()}`;
      const list = area === 'groups' ? groups : users;
      return {
        call: (client) => call(client, text),
        effects: async () =>
          (await list(world)).filter(({ description }) => description === text).length,
      };
    },
  };
}

const replaceText = (text: string) => [{ op: 'add', path: '/description', value: text } as const];

/** A position at a time of its own; the effect is the number of records at that time. */
function submission(
  name: string,
  area: 'locations' | 'alerts',
  call: (client: ServiceClient, deviceId: string, record: Json) => Promise<unknown>,
): MatrixOperation {
  return {
    name,
    kind: 'write',
    prepare: (world) => {
      const at = Date.UTC(2020, 0, 1) + world.next() * 60_000;
      const record =
        area === 'locations'
          ? { dateTime: new Date(at).toISOString(), latitude: 59.3, longitude: 18.1 }
          : {
              dateTime: new Date(at).toISOString(),
              latitude: 59.3,
              longitude: 18.1,
              alerts: ['SOSButton'],
              text: `At ${at}`,
            };
      const range = {
        from: new Date(at - 1000).toISOString(),
        to: new Date(at + 1000).toISOString(),
      };
      return Promise.resolve({
        call: (client) => call(client, world.deviceId, record),
        effects: async () => {
          const answer = await world.other.post<Record<string, Json[]>>(
            `devices/${encodeURIComponent(world.deviceId)}/${area}`,
            range,
          );
          return answer[area]!.filter(({ dateTime }) => Date.parse(String(dateTime)) === at).length;
        },
      });
    },
  };
}

/** Every operation of the service client. */
export const matrixOperations: readonly MatrixOperation[] = [
  {
    name: 'sign in',
    kind: 'signIn',
    prepare: () => Promise.resolve({ call: (client) => client.signIn(), effects: never }),
  },
  read('list devices', (client) => client.devices()),
  read('read a device', (client, { deviceId }) => client.device(deviceId)),
  read('read the last location', (client, { deviceId }) => client.lastLocation(deviceId)),
  read('read locations', (client, { deviceId }) => client.locations(deviceId, lastHour())),
  read('read alerts', (client, { deviceId }) => client.alerts(deviceId, lastHour())),
  submission('submit locations', 'locations', (client, id, record) =>
    client.submitLocations(id, [record]),
  ),
  submission('submit a location with a range', 'locations', (client, id, record) => {
    const at = Date.parse(String(record['dateTime']));
    return client.submitLocationInRange(id, record, { from: at - 1000, to: at + 1000 });
  }),
  submission('submit alerts', 'alerts', (client, id, record) => client.submitAlerts(id, [record])),
  {
    name: 'change the limits of a device',
    kind: 'write',
    prepare: (world) => {
      const limit = world.next();
      const path = `devices/${encodeURIComponent(world.deviceId)}`;
      return Promise.resolve({
        call: (client) =>
          client.patchDevice(world.deviceId, [
            { op: 'replace', path: '/limits/dailyEmailLimit', value: limit },
          ]),
        effects: async () => {
          const { device } = await world.other.get<{ device: { limits: Json } }>(path);
          return device.limits['dailyEmailLimit'] === limit ? 1 : 0;
        },
      });
    },
  },
  read('list groups', (client) => client.groups()),
  {
    name: 'read a group',
    kind: 'read',
    prepare: async (world) => {
      const { id } = await newGroup(world);
      return { call: (client) => client.group(id), effects: never };
    },
  },
  {
    name: 'create a group',
    kind: 'write',
    prepare: (world) => {
      const name = `Group ${world.next()}`;
      return Promise.resolve({
        call: (client) => client.createGroup({ name }),
        effects: async () => (await groups(world)).filter((each) => each['name'] === name).length,
      });
    },
  },
  change('replace a group', 'groups', async (world) => {
    const { id, name } = await newGroup(world);
    return (client, description) => client.replaceGroup(id, { name, description });
  }),
  change('change a group', 'groups', async (world) => {
    const { id } = await newGroup(world);
    return (client, text) => client.patchGroup(id, replaceText(text));
  }),
  {
    name: 'delete a group',
    kind: 'write',
    prepare: async (world) => {
      const { id } = await newGroup(world);
      return {
        call: (client) => client.deleteGroup(id),
        effects: async () => ((await groups(world)).some((each) => each['id'] === id) ? 0 : 1),
      };
    },
  },
  read('list users', (client) => client.users()),
  {
    name: 'read a user',
    kind: 'read',
    prepare: async (world) => {
      const { id } = await newUser(world);
      return { call: (client) => client.user(id), effects: never };
    },
  },
  {
    name: 'create a user',
    kind: 'write',
    prepare: (world) => {
      const body = { ...userBody(world.next()), password: sentPassword };
      return Promise.resolve({
        call: (client) => client.createUser(body),
        effects: async () =>
          (await users(world)).filter(({ email }) => email === body.email).length,
      });
    },
  },
  change('replace a user', 'users', async (world) => {
    const { id, body } = await newUser(world);
    return (client, description) => client.replaceUser(id, { ...body, description });
  }),
  change('change a user', 'users', async (world) => {
    const { id } = await newUser(world);
    return (client, text) => client.patchUser(id, replaceText(text));
  }),
  {
    name: 'delete a user',
    kind: 'write',
    prepare: async (world) => {
      const { id } = await newUser(world);
      return {
        call: (client) => client.deleteUser(id),
        effects: async () => ((await users(world)).some((each) => each['id'] === id) ? 0 : 1),
      };
    },
  },
  read('list countries', (client) => client.countries()),
  read('list time zones', (client) => client.timeZones()),
];
