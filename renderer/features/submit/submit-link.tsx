import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useReading } from './reading';

/** Leads to submitting, where the connection takes submissions; nothing elsewhere. */
export function SubmitLink() {
  if (useReading() !== 'submit') return null;
  return (
    <Button
      component="a"
      href="#/submit"
      size="xs"
      variant="default"
      leftSection={<IconUpload size={14} aria-hidden />}
    >
      Submit…
    </Button>
  );
}
