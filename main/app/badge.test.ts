import { expect, test, vi } from 'vitest';
import { followCallsForHelp } from './badge';

vi.mock('electron', () => ({ app: {}, nativeImage: {} }));

function follow(badgeSos: boolean) {
  const shown: number[] = [];
  const settings = { badgeSos };
  let calls = 0;
  const badge = followCallsForHelp(
    () => calls,
    () => settings,
    (count) => shown.push(count),
  );
  return {
    shown,
    showAgain: badge.showAgain,
    wait: (count: number) => {
      calls = count;
      badge.update();
    },
    turn: (isOn: boolean) => {
      settings.badgeSos = isOn;
      badge.update();
    },
  };
}

test('the badge shows how many calls for help wait, once for each number', () => {
  const { shown, wait } = follow(true);
  for (const count of [2, 2, 1, 0, 0]) wait(count);
  expect(shown).toEqual([2, 1, 0]);
});

test('it is there when it is turned on, and goes when it is turned off', () => {
  const { shown, turn, wait } = follow(false);
  wait(1);
  expect(shown).toEqual([]);
  turn(true);
  turn(false);
  expect(shown).toEqual([1, 0]);
});

test('another window shows what the one before showed', () => {
  const { shown, showAgain, turn, wait } = follow(true);
  wait(1);
  showAgain();
  turn(false);
  showAgain();
  expect(shown).toEqual([1, 1, 0, 0]);
});
