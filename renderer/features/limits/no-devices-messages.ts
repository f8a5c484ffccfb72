import { commonTexts } from '#lib/common-texts';

interface ShownList {
  /** null while loading. */
  devices: readonly unknown[] | null;
  /** The number of rows before search and filter. */
  rows: number;
  /** Whether the service has ever sent the list; null: not known yet. */
  isListed: boolean | null;
}

/** Why a list of devices is empty. */
export function whyNoDevices({ devices, rows, isListed }: ShownList) {
  if (devices === null || (rows === 0 && isListed === null)) return 'loading';
  if (rows > 0) return 'noMatch';
  return isListed ? 'none' : 'notLoaded';
}

export const noDevicesMessages = {
  loading: commonTexts.loadingDevices,
  noMatch: 'No devices match the search and the filter.',
  none: 'This account has no devices yet.',
  notLoaded: commonTexts.devicesNotLoaded,
  clearFilters: commonTexts.clearFilters,
  refresh: 'Refresh',
};
