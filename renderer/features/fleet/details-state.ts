import { deviceState, isAhead, type DeviceState } from '#shared/domain/device-state';
import { expiryColumns } from '#shared/domain/expiry';
import { stateRules } from '#shared/domain/settings';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useAccountZone, useSettings } from '#features/settings';
import { useNow } from '#lib/clock';

const orNaN = (value: number | null | undefined) => value ?? Number.NaN;

/** The current state of a device. */
export function useDetailsState({
  device,
  fix,
  checkedAt,
  otherAnswer,
}: DeviceDetails): DeviceState {
  const rules = stateRules(useSettings());
  const now = useNow(10_000);
  const { zone } = useAccountZone();
  return deviceState(
    {
      unlistedAt: orNaN(device.unlistedAt),
      expiresAt: expiryColumns(device, zone).expiredFrom,
      checkedAt: orNaN(checkedAt),
      fixAt: orNaN(fix?.at),
      hasPosition: fix !== null && fix.latitude !== null && fix.longitude !== null,
      speed: orNaN(fix?.speed),
      inactiveSeconds: orNaN(fix?.inactiveSeconds),
      isNotUnderstood: otherAnswer?.is === 'notUnderstood',
      isAnswerAhead: otherAnswer?.is === 'ahead',
      isAnswerBehind: otherAnswer?.is === 'behind',
    },
    rules,
    now,
  );
}

/** Whether the last report is recent, so that its values describe the present. */
export function useIsRecent({ fix }: DeviceDetails): boolean {
  const { staleAfterMs } = stateRules(useSettings());
  const now = useNow(10_000);
  const at = fix?.at ?? null;
  return at !== null && !isAhead(at, now) && now - at <= staleAfterMs;
}
