import { deviceState, type DeviceState } from '#shared/domain/device-state';
import { stateRules } from '#shared/domain/settings';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useSettings } from '#features/settings';
import { useNow } from '#lib/clock';

const orNaN = (value: number | null | undefined) => value ?? Number.NaN;

/** The state of a device at this moment, from its details. */
export function useDetailsState({ device, fix }: DeviceDetails): DeviceState {
  const rules = stateRules(useSettings());
  const now = useNow(10_000);
  return deviceState(
    {
      fixAt: orNaN(fix?.at),
      hasPosition: fix !== null && fix.latitude !== null && fix.longitude !== null,
      speed: orNaN(fix?.speed),
      inactiveSeconds: orNaN(fix?.inactiveSeconds),
      expiresAt: orNaN(device.expiresAt),
    },
    rules,
    now,
  );
}
