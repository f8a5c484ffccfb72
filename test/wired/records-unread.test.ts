import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Group } from '../../shared/domain/group';
import { openTestAccount } from '../support/test-account';
import { startRawService, type RawServiceOptions } from '../support/raw-service';
import { cleanUp, faultOf, onCleanUp } from '../support/resources';
import { says } from '../support/english';

afterEach(cleanUp);

const v1 = { id: 'v1' };
const depot = { id: 'g', name: 'Depot', devices: [v1, 'v2'] };

async function open(options: RawServiceOptions = {}) {
  const service = await startRawService({ groups: [depot], ...options });
  onCleanUp(service.stop);
  const account = await openTestAccount(service.running);
  return { service, account, base: account.groups()[0] as Group };
}

describe('a list with members that were not understood', () => {
  test('is changed by single members', async () => {
    const { service, account, base } = await open();
    expect(base).toMatchObject({ deviceIds: ['v2'], gaps: { partly: { deviceIds: [v1] } } });
    const saved = await account.edits.changeGroup(base, { deviceIds: ['v3', 'v4'] });
    expect(saved).toMatchObject({ status: 'saved', record: { deviceIds: ['v3', 'v4'] } });
    expect(service.group('g')!['devices']).toEqual([v1, 'v3', 'v4']);
    expect(service.writes.map(({ body }) => body)).toEqual([
      [
        { op: 'test', path: '/devices/1', value: 'v2' },
        { op: 'remove', path: '/devices/1' },
        { op: 'add', path: '/devices/-', value: 'v3' },
        { op: 'add', path: '/devices/-', value: 'v4' },
      ],
    ]);
  });

  test('keeps the original form of the members that stay', async () => {
    const { service, account, base } = await open({
      groups: [{ id: 'g', name: 'Depot', devices: [101, '102'] }],
    });
    await account.edits.changeGroup(base, { deviceIds: ['101', '103'] });
    expect(service.group('g')!['devices']).toEqual([101, '103']);
  });

  test('stays whole in a replacement', async () => {
    const { service, account, base } = await open();
    await account.edits.replaceGroup(base, { deviceIds: ['v3'], name: 'Depot North' });
    expect(service.group('g')).toEqual({ id: 'g', name: 'Depot North', devices: [v1, 'v3'] });
  });

  test('is restored by undo, also after a deletion', async () => {
    const { service, account, base } = await open();
    const saved = await account.edits.changeGroup(base, { deviceIds: [] });
    expect(service.group('g')!['devices']).toEqual([v1]);
    if (saved.status !== 'saved') throw new Error('not saved');
    expect(await account.undo(saved.journalId!)).toEqual({ status: 'undone' });
    expect(service.group('g')!['devices']).toEqual([v1, 'v2']);
    const { journalId } = await account.edits.removeGroup('g');
    expect(await account.undo(journalId)).toEqual({ status: 'undone' });
    expect(service.group('new-1')).toMatchObject({ name: 'Depot', devices: ['v2', v1] });
  });

  test('is not written if the service refuses single members', async () => {
    const { service, account, base } = await open({ refusesPath: /^\/devices\// });
    const fault = await faultOf(account.edits.changeGroup(base, { deviceIds: ['v2', 'v3'] }));
    expect(fault).toMatchObject({
      kind: 'declined',
      message: says(
        '1 member of this group was not understood; writing the list whole would drop it',
      ) as unknown,
    });
    expect(service.group('g')).toEqual(depot);
    // Other fields can still be changed.
    await account.edits.changeGroup(base, { name: 'North' });
    expect(service.group('g')).toEqual({ ...depot, name: 'North' });
  });

  test('is not written if nothing of it was understood', async () => {
    const groups = [{ id: 'g', name: 'Depot', devices: { v1: true } }];
    const { service, account, base } = await open({ groups });
    expect(base.deviceIds).toBeNull();
    for (const send of [account.edits.changeGroup, account.edits.replaceGroup]) {
      const fault = await faultOf(send(base, { deviceIds: ['v2'] }));
      expect(fault).toMatchObject({
        kind: 'declined',
        message: says('Devices of this group was not understood') as unknown,
      });
    }
    await account.edits.replaceGroup(base, { name: 'North' });
    expect(service.group('g')).toEqual({ ...groups[0], name: 'North' });
  });

  test('keeps them through any sequence of edits', async () => {
    const unread = fc.oneof(
      fc.record({ id: fc.string() }),
      fc.array(fc.string(), { maxLength: 2 }),
      fc.boolean(),
    );
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
    const sent = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 1, null), unread));
    const edits = fc.array(fc.record({ ids, isReplacement: fc.boolean() }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sent, edits, async (devices, wanted) => {
        const { service, account } = await open({ groups: [{ ...depot, devices }] });
        const isUnread = (item: unknown) =>
          item !== null && (typeof item === 'object' || typeof item === 'boolean');
        for (const { ids: deviceIds, isReplacement } of wanted) {
          const { edits: send } = account;
          const base = await account.group('g');
          await (isReplacement ? send.replaceGroup : send.changeGroup)(base, { deviceIds });
          const left = service.group('g')!['devices'] as unknown[];
          expect(left.filter(isUnread)).toEqual(devices.filter(isUnread));
          expect((await account.group('g')).deviceIds?.toSorted()).toEqual(deviceIds.toSorted());
        }
        await cleanUp();
      }),
      { numRuns: 25 },
    );
  });
});

describe('a value that was not understood', () => {
  const ana = { id: 'u', name: 'Ana', email: 'a@b.example', disabled: 'maybe', expires: 'soon' };

  test('stays as it is when other fields change', async () => {
    const { service, account } = await open({ users: [ana] });
    await account.edits.changeUser(account.users()[0]!, { message: 'Hi' });
    await account.edits.replaceUser(await account.user('u'), { message: 'Bye' });
    expect(service.user('u')).toEqual({ ...ana, message: 'Bye' });
  });

  test('is shown as the value before an edit that sets it, and restored by undo', async () => {
    const { service, account } = await open({ users: [ana] });
    const saved = await account.edits.changeUser(account.users()[0]!, {
      disabled: false,
      expiresAt: null,
    });
    expect(service.user('u')).toEqual({
      id: 'u',
      name: 'Ana',
      email: 'a@b.example',
      disabled: false,
    });
    if (saved.status !== 'saved') throw new Error('not saved');
    expect(account.journal.get(saved.journalId!)?.changes).toEqual([
      { field: 'disabled', before: { notUnderstood: 'maybe' }, after: false },
      { field: 'expiresAt', before: { notUnderstood: 'soon' }, after: null },
    ]);
    expect(await account.undo(saved.journalId!)).toEqual({ status: 'undone' });
    expect(service.user('u')).toEqual(ana);
  });

  test('is a conflict if another client has changed it meanwhile', async () => {
    const { service, account } = await open({ users: [ana] });
    const base = account.users()[0]!;
    service.user('u')!['disabled'] = true;
    const saved = await account.edits.changeUser(base, { disabled: false });
    expect(saved).toMatchObject({ status: 'conflict', conflicts: [{ field: 'disabled' }] });
    expect(service.user('u')).toMatchObject({ disabled: true });
  });
});
