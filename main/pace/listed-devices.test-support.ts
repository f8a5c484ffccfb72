import type { ListedDevices } from './device-order';

/** Lists of devices, each of which keeps its slot in all of them. */
export function createTestLists(): (ids: readonly string[]) => ListedDevices {
  const slots = new Map<string, number>();
  return (ids) => {
    for (const id of ids) if (!slots.has(id)) slots.set(id, slots.size);
    const listed = new Set(ids);
    return {
      ids,
      slots: Uint32Array.from(ids, (id) => slots.get(id)!),
      slotCount: slots.size,
      slotOf: (id) => (listed.has(id) ? slots.get(id)! : null),
    };
  };
}
