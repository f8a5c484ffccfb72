interface ShownList {
  /** null while loading. */
  devices: readonly unknown[] | null;
  /** The number of rows before search and filter. */
  rows: number;
  /** Whether the service has ever sent the list; null: not known yet. */
  isListed: boolean | null;
}

/** The text in place of an empty list of devices. */
export function noDevicesText({ devices, rows, isListed }: ShownList): string {
  if (devices === null || (rows === 0 && isListed === null)) return 'Loading devices…';
  if (rows > 0) return 'No devices match the search and the filter.';
  return isListed ? 'This account has no devices yet.' : 'The list of devices was not loaded.';
}
