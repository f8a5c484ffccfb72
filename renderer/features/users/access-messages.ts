import type { UserAccess } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import type { Format } from '#lib/format';
import type { UserStatus } from './user-status';

interface SightWords {
  name: string;
  sight: UserAccess;
  standing: UserStatus;
  /** What to call the device the user is tied to. */
  device: string | null;
  format: Pick<Format, 'counted'>;
}

const noneNow: ReadonlySet<UserStatus> = new Set(['disabled', 'over', 'notYet']);

/** "Ana sees 14 devices through Depot North." What is not known is said, not guessed. */
export function accessMessages({ name, sight, standing, device, format }: SightWords): string {
  const sees = noneNow.has(standing) ? 'would see' : 'sees';
  const before = {
    disabled: `${name} is disabled. Enabled, `,
    over: `${name} is no longer valid. Otherwise `,
    notYet: `${name} is not valid yet. Then `,
    active: '',
    notProvided: '',
  }[standing];
  return before + sentence(before ? 'this user' : name, sees, sight, device, format);
}

function sentence(
  who: string,
  sees: string,
  sight: UserAccess,
  device: string | null,
  { counted }: Pick<Format, 'counted'>,
): string {
  const { group, lostGroup, deviceIds, deviceId } = sight;
  if (sight.isUntied) {
    return `${who} is tied to no group and no device. What that lets a user see, the service does not say.`;
  }
  const itself = device ?? deviceId;
  if (lostGroup !== null) {
    const rest = itself === null ? 'nothing' : `only ${itself}, tied to it directly`;
    return `${who} is tied to the group ${lostGroup}, which does not exist (any more), and ${sees} ${rest}.`;
  }
  if (group === null) return `${who} ${sees} 1 device: ${itself}, tied to it directly.`;
  const through = groupLabel(group);
  if (deviceIds === null) {
    const also = itself === null ? '' : ` and to ${itself}`;
    return `${who} is tied to ${through}${also}. The service did not send who is in it.`;
  }
  const inGroup = new Set(group.deviceIds);
  const devices = counted(inGroup.size, 'device');
  if (itself === null || deviceId === null || inGroup.has(deviceId)) {
    return `${who} ${sees} ${devices} through ${through}.`;
  }
  return `${who} ${sees} ${devices} through ${through}, and ${itself}, tied to it directly.`;
}
