import { expect, test } from 'vitest';
import { ViewChanges } from './view-changes';

const slots = (...values: number[]) => Uint32Array.from(values);

test('each change is taken once', () => {
  const changes = new ViewChanges();
  expect([changes.takeView(), changes.takeMap(), changes.takeSelected()]).toEqual([
    true,
    true,
    false,
  ]);
  expect([changes.takeView(), changes.takeMap()]).toEqual([false, false]);
  changes.view();
  expect(changes.hasView).toBe(true);
  expect([changes.takeView(), changes.takeMap()]).toEqual([true, false]);
  changes.map();
  expect([changes.takeView(), changes.takeMap()]).toEqual([false, true]);
  changes.selected();
  expect([changes.takeSelected(), changes.takeSelected()]).toEqual([true, false]);
});

test('only changed rows make a new version', () => {
  const changes = new ViewChanges();
  changes.takeView();
  expect(changes.version).toBe(0);
  changes.rows();
  changes.takeView();
  expect(changes.version).toBe(1);
});

test('reports change the rows that are on screen, and the selected device', () => {
  const changes = new ViewChanges();
  changes.takeView();
  changes.showed([3, 5]);
  changes.reports(slots(4), 9);
  expect(changes.hasView).toBe(false);
  changes.reports(slots(5), 9);
  expect(changes.takeView()).toBe(true);
  // With a new version, nothing of it has been returned yet.
  changes.reports(slots(5), 9);
  expect(changes.hasView).toBe(false);
  expect(changes.takeSelected()).toBe(false);
  changes.reports(slots(9), 9);
  expect(changes.takeSelected()).toBe(true);
});
