import { expect, it } from 'vitest';
import { TileGate } from './tile-gate';

it('passes tiles when it is open, and those that come later', async () => {
  const gate = new TileGate();
  const passed: string[] = [];
  const first = gate.passed(new AbortController().signal).then(() => passed.push('first'));
  await Promise.resolve();
  expect(passed).toEqual([]);
  gate.open();
  await first;
  await gate.passed(new AbortController().signal);
  expect(passed).toEqual(['first']);
});

it('does not pass tiles of a view that was left', async () => {
  const gate = new TileGate();
  const left = new AbortController();
  const tile = gate.passed(left.signal);
  left.abort();
  gate.open();
  await expect(tile).rejects.toMatchObject({ name: 'AbortError' });
});
