import { useEffect, useState } from 'react';
import type { Device } from '#shared/domain/device';
import { heldBack, willBeHeldBackText } from '#shared/domain/alert-channels';
import { useAccountZone } from '#features/settings';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';

/** Says, before an alert is submitted, over which channels a daily limit lets none be sent. */
export function HeldBackNote(props: { deviceId: string; channels: readonly string[] }) {
  const { zone } = useAccountZone();
  const now = useNow(60_000);
  const device = useDevice(props.deviceId);
  const held = device ? heldBack(device, props.channels, zone, now) : [];
  return (
    <div role="status">
      {held.map((each) => (
        <p key={each.channel}>{willBeHeldBackText(each)}</p>
      ))}
    </div>
  );
}

/** A device as last received, read from main; null until then. */
function useDevice(id: string): Device | null {
  const [device, setDevice] = useState<Device | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = () =>
      void api.fleet.details({ id }).then((outcome) => {
        if (isCurrent && outcome.ok) setDevice(outcome.value.device);
      });
    read();
    const stops = [
      api.limits.onListed(read),
      api.limits.onChanged((changed) => changed.id === id && read()),
    ];
    return () => {
      isCurrent = false;
      stops.forEach((stop) => stop());
    };
  }, [id]);
  return device?.id === id ? device : null;
}
