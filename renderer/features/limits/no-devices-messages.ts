import type { Format } from '#lib/format';
import { uiMessages } from '#lib/ui-messages';
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

/** How many devices are shown of how many; `isListed` false: more may come. */
export function matchesText(
  isListed: boolean | null,
  shown: number,
  all: number,
  format: Pick<Format, 'count'>,
): string {
  const matches = uiMessages.matches(shown, all, format);
  return isListed === false && all > 0 ? `List not complete: ${matches} so far` : matches;
}
