import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { openHistory, type ChosenDevice } from './store';

/** Opens the history of a device. */
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
