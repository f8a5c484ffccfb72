import type { Records } from '#main/cache/cache';
import { vehicleKindSchema, type KindChoice, type VehicleKind } from '#shared/domain/vehicle-kind';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Caller } from '#shared/ipc/define';

const storedId = 'vehicleKinds';

/** The vehicle kinds that the user chose for devices of one account, by device id. */
export function createVehicleKinds(records: Pick<Records, 'get' | 'put'>) {
  let known: Map<string, VehicleKind> | null = null;

  function read(): Map<string, VehicleKind> {
    const stored = records.get(storedId);
    if (typeof stored !== 'object' || stored === null) return new Map();
    return new Map(
      Object.entries(stored).flatMap(([id, value]) => {
        const kind = vehicleKindSchema.safeParse(value).data;
        return kind ? [[id, kind] as const] : [];
      }),
    );
  }

  const kinds = () => (known ??= read());
  return {
    all: (): KindChoice[] => Array.from(kinds(), ([deviceId, kind]) => ({ deviceId, kind })),
    /** Stores choices, and returns what was chosen for these devices before. */
    choose(choices: readonly KindChoice[]): KindChoice[] {
      const next = new Map(kinds());
      const before = choices.map(({ deviceId }) => ({
        deviceId,
        kind: next.get(deviceId) ?? null,
      }));
      for (const { deviceId, kind } of choices) {
        if (kind) next.set(deviceId, kind);
        else next.delete(deviceId);
      }
      records.put(storedId, Object.fromEntries(next));
      known = next;
      return before;
    },
  };
}

export type VehicleKinds = ReturnType<typeof createVehicleKinds>;

export const vehicleKindsHandlers = (
  kinds: () => VehicleKinds,
  onChanged: (choices: KindChoice[], by?: Caller) => void,
): HandlersOf<'vehicleKinds'> => ({
  all: () => kinds().all(),
  choose: ({ choices }, by) => {
    const before = kinds().choose(choices);
    onChanged(choices, by);
    return before;
  },
});
