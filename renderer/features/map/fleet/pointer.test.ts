import type { Map as BaseMap, MapMouseEvent } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import type { MapDevice, MapFeed } from '#engines/fleet';
import type { Hit } from './hit';
import { Pointer } from './pointer';

const shown = vi.hoisted(() => [] as (readonly string[])[]);
vi.mock('./tooltip', async (original) => ({
  ...(await original<object>()),
  Tooltip: class {
    show = (lines: readonly string[]) => shown.push(lines);
    hide = () => shown.push([]);
  },
}));

const hitOf = (slot: number) => ({ kind: 'devices', slots: [slot] }) as unknown as Hit;

test('never shows the name of the previous hit', async () => {
  const listeners = new Map<string, (event: MapMouseEvent) => void>();
  const map = {
    getContainer: () => null,
    getCanvas: () => ({ style: {} }),
    isMoving: () => false,
    on: (name: string, listener: (event: MapMouseEvent) => void) => listeners.set(name, listener),
  } as unknown as BaseMap;
  const answers: (() => void)[] = [];
  const feed = {
    devices: (_: number, slots: Uint32Array) =>
      new Promise<MapDevice[]>((resolve) => {
        answers.push(() => resolve([{ label: `No ${slots[0]}` } as MapDevice]));
      }),
  } as unknown as MapFeed;
  let hit: Hit | null = null;
  void new Pointer(map, feed, {
    hitAt: () => hit,
    generation: () => 1,
    named: () => [],
    onClick: () => undefined,
    tooltipClass: '',
  });
  const moveOn = (next: Hit) => {
    hit = next;
    listeners.get('mousemove')!({ point: { x: 0, y: 0 } } as MapMouseEvent);
  };
  moveOn(hitOf(1));
  answers.shift()!();
  await vi.waitFor(() => expect(shown.at(-1)).toEqual(['No 1']));
  moveOn(hitOf(2));
  moveOn(hitOf(2));
  expect(shown.at(-1)).toEqual([]);
  answers.shift()!();
  await vi.waitFor(() => expect(shown.at(-1)).toEqual(['No 2']));
});
