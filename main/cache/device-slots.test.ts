import { expect, test } from 'vitest';
import { packTexts, type FleetColumns } from '#shared/fleet/columns';
import { createDeviceSlots } from './device-slots';
import type { ListedDevice } from './fleet';

const listOf = (...ids: string[]) => ids.map((id) => ({ record: { id } }) as ListedDevice);
const columnsOf = (...ids: string[]) => ({ id: packTexts(ids), count: ids.length }) as FleetColumns;
const idsOf = (placed: readonly (ListedDevice | undefined)[]) =>
  placed.map((device) => device?.record.id ?? null);
const nextTurn = () => Promise.resolve();
const never = () => false;

test('known devices keep their slots, new ones follow, and missing ones leave a gap', () => {
  const slots = createDeviceSlots(() => columnsOf('a', 'b', 'c'));
  expect(idsOf(slots.place(listOf('new', 'c', 'a')))).toEqual(['a', null, 'c', 'new']);
  expect(slots.ids()).toEqual(['a', 'b', 'c', 'new']);
  expect([slots.slotOf('new'), slots.slotOf('other')]).toEqual([3, null]);
});

test('of several devices with the same id the last one gets the slot', () => {
  const slots = createDeviceSlots(() => columnsOf());
  const list = listOf('a', 'a\ud800', 'a', 'a\ufffd');
  const placed = slots.place(list);
  expect(placed.map((device) => list.indexOf(device!))).toEqual([2, 3]);
});

test('a prepared list gives new devices their slots only when it is placed', async () => {
  const slots = createDeviceSlots(() => columnsOf('a'));
  const list = listOf('b', 'a');
  const prepared = await slots.prepareList(list, nextTurn, never);
  expect(slots.slotOf('b')).toBeNull();
  expect(slots.placeList(list)).toBe(prepared);
  expect(slots.slotOf('b')).toBe(1);
});

test('prepared places of another list, or from before another device, are not used', async () => {
  const slots = createDeviceSlots(() => columnsOf(...ids));
  let ids = ['a'];
  const list = listOf('b', 'a');
  await slots.prepareList(list, nextTurn, never);
  expect(idsOf(slots.placeList(listOf('a')))).toEqual(['a']);
  await slots.prepareList(list, nextTurn, never);
  slots.place(listOf('c'));
  ids = ['a', 'c'];
  expect(idsOf(slots.placeList(list))).toEqual(['a', null, 'b']);
});

test('a long list is prepared in several turns', async () => {
  const slots = createDeviceSlots(() => columnsOf());
  const list = listOf(...Array.from({ length: 1200 }, (_, i) => `d${i}`));
  let turns = 0;
  let isPrepared = false;
  const passing = async () => {
    await Promise.resolve();
    expect(isPrepared).toBe(false);
    turns++;
  };
  const prepared = await slots.prepareList(list, passing, never).then((placed) => {
    isPrepared = true;
    return placed;
  });
  expect([turns, prepared?.length]).toEqual([3, 1200]);
});

test('a superseded preparation stops and leaves no places', async () => {
  const slots = createDeviceSlots(() => columnsOf('a'));
  const list = listOf('b', 'a');
  expect(await slots.prepareList(list, nextTurn, () => true)).toBeNull();
  expect(slots.slotOf('b')).toBeNull();
  expect(idsOf(slots.placeList(list))).toEqual(['a', 'b']);
});
