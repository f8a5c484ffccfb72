import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import type { Context } from 'hono';
import {
  envelopeMembers,
  readAs,
  readJson,
  refuseUnknownMembers,
  patched,
  readPatch,
} from '../body';
import { changed, type ServiceContext } from '../context';
import { refuse } from '../refusal';
import type { JsonObject, Reply } from '../reply';
import { writeMoment } from '../rules/calendar';
import {
  countries,
  countryAs,
  timeZones,
  userMembers,
  userSchema,
  type UserDocument,
} from './user-schema';
import type { UserRow } from '../store';

function hashed(password: string): string {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64')}$${scryptSync(password, salt, 32).toString('base64')}`;
}

const moment = (at: number | null) => (at === null ? null : writeMoment(at));

/** The user record of wire contract 5.1; the password is write-only and always sent as null. */
function userRecord(context: ServiceContext, user: UserRow): JsonObject {
  const shown = userMembers.map((name) => [name, Reflect.get(user, name) as unknown] as const);
  return {
    id: user.id,
    ...Object.fromEntries(shown),
    country: countryAs(user.country, context.quirks.country),
    from: moment(user.from),
    expires: moment(user.expires),
    password: null,
    creation: writeMoment(user.createdAt),
    modification: writeMoment(user.modifiedAt),
    lastLogin: moment(user.lastLoginAt),
  };
}

async function userById({ store }: ServiceContext, id: string): Promise<UserRow> {
  return (await store.users.one(id)) ?? refuse(404, 'User not found.');
}

/** Applies a document to a stored user; system members do not change. */
function withDocument(
  context: ServiceContext,
  before: UserRow,
  { password, ...document }: UserDocument,
): UserRow {
  return {
    ...before,
    ...document,
    passwordHash: password === undefined ? before.passwordHash : hashed(password),
    modifiedAt: context.now(),
  };
}

/** Writes a valid user, or refuses it if it would leave the data inconsistent. */
async function saved(context: ServiceContext, user: UserRow): Promise<UserRow> {
  const same = await context.store.users.called(user.email);
  const address = user.email.toLowerCase();
  if (same.some(({ id, email }) => id !== user.id && email.toLowerCase() === address)) {
    refuse(context.quirks.duplicateStatus, `A user with the e-mail ${user.email} exists already.`);
  }
  if (user.deviceId !== null && !(await context.store.devices.one(user.deviceId))) {
    refuse(400, `deviceId: there is no device "${user.deviceId}".`);
  }
  const { group } = user;
  if (group !== null && !(await context.store.groups.one(group))) {
    const called = await context.store.groups.called(group);
    if (!called.some(({ name }) => name === group)) {
      refuse(400, `group: there is no group "${group}".`);
    }
  }
  await context.store.users.save([user]);
  return user;
}

const systemMade = ['id', 'creation', 'modification', 'lastLogin'] as const;
const members = [...userMembers, 'password', ...systemMade];

/** A user in the body of POST or PUT; members made by the system are ignored. */
async function userIn({ quirks }: ServiceContext, c: Context): Promise<UserDocument> {
  const body = await readJson(c);
  refuseUnknownMembers(body, [...members, ...envelopeMembers], 'a user', quirks);
  return readAs(userSchema, body);
}

const flat = (context: ServiceContext, user: UserRow, isNew = false): Reply => ({
  kind: 'flat',
  area: 'user',
  record: userRecord(context, user),
  isNew,
});

export async function listUsers(context: ServiceContext): Promise<Reply> {
  const users = [...(await context.store.users.all())];
  return { kind: 'list', key: 'users', records: users.map((user) => userRecord(context, user)) };
}

export async function createUser(context: ServiceContext, c: Context): Promise<Reply> {
  const document = await userIn(context, c);
  const now = context.now();
  const blank = { id: `usr-${randomUUID()}`, createdAt: now, lastLoginAt: null, isOwner: false };
  const user = withDocument(context, { ...blank, passwordHash: null } as UserRow, document);
  return flat(context, await changed(context, (context) => saved(context, user)), true);
}

export async function readUser(context: ServiceContext, id: string): Promise<Reply> {
  return flat(context, await userById(context, id));
}

/** Omitted members are cleared, except the password, which no client can read and resend. */
export async function replaceUser(context: ServiceContext, id: string, c: Context): Promise<Reply> {
  const document = await userIn(context, c);
  const user = await changed(context, async (context) => {
    const after = withDocument(context, await userById(context, id), document);
    return saved(context, after);
  });
  return flat(context, user);
}

export async function patchUser(context: ServiceContext, id: string, c: Context): Promise<Reply> {
  const patch = await readPatch(c, context.quirks);
  const user = await changed(context, async (context) => {
    const before = await userById(context, id);
    const record = userRecord(context, before);
    const after = patched(record, patch);
    refuseUnknownMembers(after, members, 'a user', context.quirks);
    const isUntouched =
      typeof after === 'object' && (after as JsonObject | null)?.password === null;
    // A set password is read as null; only another value is a new password.
    const document = readAs(
      userSchema,
      isUntouched ? { ...(after as JsonObject), password: undefined } : after,
    );
    const touched = systemMade.find((name) => (after as JsonObject)[name] !== record[name]);
    if (touched) refuse(400, `${touched}: is made by the system and cannot be changed.`);
    return saved(context, withDocument(context, before, document));
  });
  return flat(context, user);
}

export async function deleteUser(context: ServiceContext, id: string): Promise<Reply> {
  await changed(context, async (context) => {
    const user = await userById(context, id);
    if (user.isOwner) refuse(403, 'The owner of the account cannot be deleted.');
    await context.store.users.remove(id);
  });
  return { kind: 'done', area: 'user' };
}

export const listCountries = (): Reply => ({ kind: 'map', key: 'countries', map: countries() });
export const listTimeZones = (): Reply => ({ kind: 'map', key: 'timeZones', map: timeZones() });
