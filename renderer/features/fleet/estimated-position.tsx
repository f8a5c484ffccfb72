import { estimatedPlace } from '#shared/domain/fix';
import { metresPerSecond } from '#shared/domain/settings';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useSettings } from '#features/settings';
import { useNow } from '#lib/clock';
import { coordinates, span } from '#lib/format';
import { useDetailsState } from './details-state';
import { messages } from './fleet-messages';

/** Where a moving device is expected to be by now; nothing if that is not estimated. */
export function EstimatedPosition({ details }: { details: DeviceDetails }) {
  const { estimatePositions, serviceSpeedUnit } = useSettings();
  const now = useNow(1_000);
  const isMoving = useDetailsState(details) === 'moving';
  const { fix, position } = details;
  if (!estimatePositions || !isMoving || !position || fix?.at !== position.at) return null;
  const unit = metresPerSecond[serviceSpeedUnit];
  const estimated = estimatedPlace(position, unit, now);
  if (!estimated) return null;
  const { latitude, longitude, seconds } = estimated;
  const place = coordinates(latitude, longitude, 'dd');
  return <p>{messages.estimatedPosition(place, span(seconds * 1000))}</p>;
}
