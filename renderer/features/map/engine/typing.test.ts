import { expect, test } from 'vitest';
import { watchTyping } from './typing';

function setup() {
  const target = new EventTarget();
  const clock = { now: 1_000 };
  const typing = watchTyping(target, () => clock.now);
  const after = (ms: number) => {
    clock.now += ms;
    return typing.waitMs();
  };
  return { typing, after, type: () => target.dispatchEvent(new Event('input')) };
}

test('a frame waits until 200 ms after the last input', () => {
  const { after, type } = setup();
  expect(after(0)).toBe(0);
  type();
  expect([after(0), after(150)]).toEqual([200, 50]);
  type();
  expect([after(0), after(199), after(1)]).toEqual([200, 1, 0]);
});

test('it waits for half a second at most, however long the user types', () => {
  const { after, type } = setup();
  const waits: number[] = [];
  for (let i = 0; i < 12; i++) {
    type();
    waits.push(after(100));
  }
  expect(waits).toEqual([100, 100, 100, 100, 100, 0, 100, 100, 100, 100, 100, 0]);
});

test('stopped, it hears no input', () => {
  const { typing, after, type } = setup();
  typing.stop();
  type();
  expect(after(0)).toBe(0);
});
