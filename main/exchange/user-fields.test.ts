import { message } from '#shared/i18n/translate';
import { english, inEnglish } from '../../test/support/english';
import { describe, expect, test } from 'vitest';
import { changesOf, mergeThreeWay, fieldName } from '#shared/domain/change';
import type { UserEdit } from '#shared/domain/edit';
import type { FieldKind } from '#shared/domain/field';
import { userFields, userSchema, userSystemFields, type User } from '#shared/domain/user';
import { toCreateBody, toJsonPatch, decodeUser, userWire } from '#shared/wire/records';
import { account, context, user } from './account.test-support';
import { planFileImport } from './import';
import { writeTable } from './table-file';
import { importTemplate } from './templates';
import { usersTable } from './users-table';

// Checks the claim of docs/add-a-field.md that a new field needs only a row in the table of fields.

const samples: Record<FieldKind, unknown> = {
  text: 'usr@example.com',
  switch: true,
  count: 7,
  moment: Date.UTC(2031, 0, 31),
  day: '2031-01-31',
  set: ['x', 'y'],
  map: { depot: 'south' },
  secret: 'hunter2',
};
/** Fields whose values are looked up in the lists of the account. */
const looked: Partial<Record<keyof UserEdit, string>> = {
  country: 'PT',
  timeZone: 'Europe/Lisbon',
  group: 'grp-2',
  deviceId: 'd3',
};
const names = Object.keys(userFields) as (keyof UserEdit)[];
const readable = names.filter((name) => userFields[name].kind !== 'secret');
const valueOf = (field: keyof UserEdit) => looked[field] ?? samples[userFields[field].kind];
const editOf = (field: keyof UserEdit): UserEdit => ({ [field]: valueOf(field) });

describe.each(names)('the field %s of a user', (field) => {
  test('has a name', () => {
    expect(fieldName('user', field)).toEqual(message(userFields[field].name));
  });

  test('is sent in a POST and changed at its member by a JSON Patch', () => {
    const { member } = userWire[field];
    expect(Object.keys(toCreateBody('user', editOf(field)))).toEqual([member]);
    const [operation] = toJsonPatch('user', {}, editOf(field));
    expect(operation).toMatchObject({ op: 'add', path: `/${member}` });
  });

  test('is compared and merged', () => {
    const [change] = changesOf('user', user, editOf(field));
    expect(change?.field).toBe(field);
    expect(mergeThreeWay('user', user, user, editOf(field)).edit).toEqual(editOf(field));
  });

  test('is explained in the import template', () => {
    const template = importTemplate('users', english);
    const title = template.columns.find(({ key }) => key === field)?.title;
    expect(template.notes.find(([label]) => label === title)?.[1]).toMatch(/\w/);
  });
});

describe.each(readable)('the readable field %s of a user', (field) => {
  test('is read from the body that is sent for it', () => {
    const record = decodeUser(
      { id: 'usr-9', ...toCreateBody('user', editOf(field)) },
      null,
    )?.record;
    expect(record).toMatchObject(editOf(field));
    expect(record?.extra).toEqual({});
  });

  test('is exported, and imported into another user as a change', async () => {
    const changed = { ...user, ...editOf(field) } as User;
    const bytes = writeTable(usersTable([changed], context), 'csv');
    const plan = inEnglish(await planFileImport('users', bytes, account));
    expect(plan.errors).toEqual([]);
    expect(plan.steps.map(({ step }) => step)).toEqual([
      { kind: 'user', action: 'change', id: user.id, edit: editOf(field) },
    ]);
  });
});

test('every field of the service is decoded, labelled and exported', () => {
  const fields = Object.keys(userSystemFields) as (keyof typeof userSystemFields)[];
  const raw = { id: 'usr-9' };
  const at = '2031-01-31T00:00:00Z';
  for (const field of fields) Object.assign(raw, { [userWire[field].member]: at });
  const record = decodeUser(raw, null)?.record;
  const exported = usersTable([record!], context);
  for (const field of fields) {
    expect(record?.[field]).toBe(Date.parse(at));
    expect(fieldName('user', field)).toEqual(message(userSystemFields[field].name));
    const index = exported.columns.findIndex(({ key }) => key === field);
    expect(exported.rows[0]?.[index]).toBe(Date.parse(at));
  }
});

test('a user cached before a field existed is still read, with the field not provided', () => {
  const { message: _, tags: __, ...older } = user;
  expect(userSchema.parse(older)).toEqual({ ...older, message: null, tags: {} });
});
