import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { openHistory, type ChosenDevice } from './store';

/** Goes to where a device was. */
export function OpenHistoryButton({ device }: { device: ChosenDevice }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconHistory size={13} aria-hidden />}
      onClick={() => openHistory(device)}
    >
      History
    </Button>
  );
}
