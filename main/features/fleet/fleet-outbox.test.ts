import { expect, test } from 'vitest';
import { emptyFixColumns, packTexts, type FleetMessage } from '#shared/fleet/columns';
import { createFleetAssembler, type FleetPortMessage } from '#shared/fleet/fleet-parts';
import { createFleetOutbox } from './fleet-outbox';

const noGroups = { ids: [], names: [], ends: new Uint32Array(0), slots: new Uint32Array(0) };

function fleetOf(count: number, generation: number): Extract<FleetMessage, { type: 'fleet' }> {
  const names = packTexts(Array.from({ length: count }, (_, slot) => `${generation}:${slot}`));
  const numbers = () => new Float64Array(count).fill(generation);
  return {
    type: 'fleet',
    account: 'a',
    generation,
    isListed: true,
    groups: noGroups,
    columns: {
      count,
      ...emptyFixColumns(count),
      id: names,
      name: names,
      description: names,
      phone: names,
      tags: names,
      expiresAt: numbers(),
      expiredFrom: numbers(),
      overLimitUntil: numbers(),
      receivedAt: numbers(),
      unlistedAt: numbers(),
    },
  };
}

function setup() {
  const timers: (() => void)[] = [];
  const outbox = createFleetOutbox({
    after: (_ms, run) => {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), timers.includes(run) ? 1 : 0);
    },
  });
  const posted: FleetPortMessage[] = [];
  outbox.attach({ postMessage: (message) => posted.push(message), close: () => {} });
  const turn = () => timers.shift()?.();
  const rest = () => {
    while (timers.length > 0) turn();
  };
  const received = () => {
    const assemble = createFleetAssembler();
    return posted.map((message) => assemble(message)).filter((message) => message !== null);
  };
  return { outbox, posted, turn, rest, received };
}

const groupsOf = (generation: number): FleetMessage => ({
  type: 'groups',
  generation,
  groups: noGroups,
});

test('a small fleet is posted at once', () => {
  const { outbox, posted } = setup();
  outbox.post(fleetOf(8_192, 1));
  expect(posted.map(({ type }) => type)).toEqual(['fleet']);
});

test('a large fleet is posted in one part a turn, and what follows waits for it', () => {
  const { outbox, posted, turn, rest, received } = setup();
  const fleet = fleetOf(8_193, 1);
  outbox.post(fleet);
  outbox.post(groupsOf(1));
  expect(posted).toHaveLength(1);
  turn();
  expect(posted).toHaveLength(2);
  rest();
  expect(posted.at(-1)?.type).toBe('groups');
  expect(received()).toEqual([fleet, groupsOf(1)]);
});

test('a newer fleet replaces what waits', () => {
  const { outbox, turn, rest, received } = setup();
  outbox.post(fleetOf(8_193, 1));
  turn();
  outbox.post(groupsOf(1));
  const newer = fleetOf(8_194, 2);
  outbox.post(newer);
  rest();
  expect(received()).toEqual([newer]);
});

test('another port gets nothing of what waited for the one before', () => {
  const { outbox, posted, rest } = setup();
  outbox.post(fleetOf(8_193, 1));
  const other: FleetPortMessage[] = [];
  outbox.attach({ postMessage: (message) => other.push(message), close: () => {} });
  rest();
  expect(posted).toHaveLength(1);
  expect(other).toEqual([]);
  outbox.close();
  outbox.post(groupsOf(1));
  expect(other).toEqual([]);
});
