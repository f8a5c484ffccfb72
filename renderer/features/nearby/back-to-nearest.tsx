import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { nearbyMessages } from './messages';
import { nearbyStore } from './store';

/** Back from the details of a device to the list that it was opened from. */
export function BackToNearest() {
  const hasList = useStore(nearbyStore, ({ of }) => of !== null);
  if (!hasList) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowLeft size={14} aria-hidden />}
      onClick={() => nearbyStore.back()}
    >
      {nearbyMessages.back}
    </Button>
  );
}
