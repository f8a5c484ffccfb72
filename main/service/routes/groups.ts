import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
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
import type { GroupRow } from '../store';

const groupSchema = z.object({
  name: z.string('must be given').trim().min(1, 'must not be empty'),
  description: z.string('must be text').nullable().default(null),
  devices: z
    .array(z.string('must be the id of a device'), 'must be an array of device ids')
    .nullable()
    .default([])
    .transform((ids) => [...new Set(ids)]),
});

const systemMade = ['id', 'creation', 'lastModified'] as const;
const members = [...Object.keys(groupSchema.shape), ...systemMade];

/** A group in the body of POST or PUT; members made by the system are ignored. */
async function groupIn({ quirks }: ServiceContext, c: Context) {
  const body = await readJson(c);
  refuseUnknownMembers(body, [...members, ...envelopeMembers], 'a group', quirks);
  return readAs(groupSchema, body);
}

function groupRecord(group: GroupRow): JsonObject {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    devices: group.deviceIds,
    creation: writeMoment(group.createdAt),
    lastModified: writeMoment(group.modifiedAt),
  };
}

async function groupById({ store }: ServiceContext, id: string): Promise<GroupRow> {
  return (await store.groups.one(id)) ?? refuse(404, 'Group not found.');
}

/** Writes a valid group, or refuses it if it would leave the data inconsistent. */
async function saved(context: ServiceContext, group: GroupRow): Promise<GroupRow> {
  const same = await context.store.groups.called(group.name);
  if (same.some(({ id, name }) => id !== group.id && name === group.name)) {
    refuse(context.quirks.duplicateStatus, `A group named "${group.name}" exists already.`);
  }
  const missing = await context.store.devices.missing(group.deviceIds);
  if (missing !== null) refuse(400, `devices: there is no device "${missing}".`);
  await context.store.groups.save([group]);
  return group;
}

const flat = (group: GroupRow, isNew = false): Reply => ({
  kind: 'flat',
  area: 'group',
  record: groupRecord(group),
  isNew,
});

export async function listGroups({ store }: ServiceContext): Promise<Reply> {
  const groups = [...(await store.groups.all())];
  return { kind: 'list', key: 'groups', records: groups.map(groupRecord) };
}

export async function createGroup(context: ServiceContext, c: Context): Promise<Reply> {
  const { devices, ...given } = await groupIn(context, c);
  const now = context.now();
  const group = {
    ...given,
    id: `grp-${randomUUID()}`,
    deviceIds: devices,
    createdAt: now,
    modifiedAt: now,
  };
  return flat(await changed(context, (context) => saved(context, group)), true);
}

export async function readGroup(context: ServiceContext, id: string): Promise<Reply> {
  return flat(await groupById(context, id));
}

/** Omitted members are cleared: a replacement is the whole group. */
export async function replaceGroup(
  context: ServiceContext,
  id: string,
  c: Context,
): Promise<Reply> {
  const { devices, ...given } = await groupIn(context, c);
  const group = await changed(context, async (context) => {
    const before = await groupById(context, id);
    const after = { ...before, ...given, deviceIds: devices, modifiedAt: context.now() };
    return saved(context, after);
  });
  return flat(group);
}

export async function patchGroup(context: ServiceContext, id: string, c: Context): Promise<Reply> {
  const patch = await readPatch(c, context.quirks);
  const group = await changed(context, async (context) => {
    const before = await groupById(context, id);
    const record = groupRecord(before);
    const after = patched(record, patch);
    refuseUnknownMembers(after, members, 'a group', context.quirks);
    const { devices, ...given } = readAs(groupSchema, after);
    const touched = systemMade.find((name) => (after as JsonObject)[name] !== record[name]);
    if (touched) refuse(400, `${touched}: is made by the system and cannot be changed.`);
    return saved(context, {
      ...before,
      ...given,
      deviceIds: devices,
      modifiedAt: context.now(),
    });
  });
  return flat(group);
}

/** Refused while users are assigned to the group: without it they would see nothing, or everything. */
export async function deleteGroup(context: ServiceContext, id: string): Promise<Reply> {
  await changed(context, async (context) => {
    const group = await groupById(context, id);
    const tied: string[] = [];
    for (const user of await context.store.users.all()) {
      if (user.group === group.id || user.group === group.name) tied.push(user.name);
    }
    if (tied.length > 0) {
      refuse(409, `The group is in use: it decides what ${tied.join(', ')} may see.`);
    }
    await context.store.groups.remove(id);
  });
  return { kind: 'done', area: 'group' };
}
