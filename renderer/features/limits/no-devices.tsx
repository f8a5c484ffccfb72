import { EmptyList } from '#ui/empty-list';

interface NoDevicesProps {
  /** null: main has not answered yet. */
  devices: readonly unknown[] | null;
  /** How many rows there are without the search and the filter. */
  rows: number;
}

/** Said in place of a board's rows. */
export function NoDevices({ devices, rows }: NoDevicesProps) {
  if (devices === null) return <EmptyList>Waiting for the devices…</EmptyList>;
  return (
    <EmptyList>
      {rows === 0
        ? 'This account has no devices yet.'
        : 'No device fits the search and the filter.'}
    </EmptyList>
  );
}
