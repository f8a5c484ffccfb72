import { Button, Group } from '@mantine/core';
import { commonTexts } from '#lib/common-texts';
import { texts } from './activity-texts';

interface BulkButtonsProps {
  /** "Renew 4 devices". */
  runLabel: string;
  isReady: boolean;
  isBusy: boolean;
  /** Plans the action and shows the plan. */
  onReview: () => void;
  onCancel: () => void;
}

/** The buttons of every dialog that asks for the values of a bulk action. The form runs it. */
export function BulkButtons({ runLabel, isReady, isBusy, onReview, onCancel }: BulkButtonsProps) {
  return (
    <Group justify="flex-end" mt="lg" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {commonTexts.cancel}
      </Button>
      <Button variant="default" disabled={!isReady || isBusy} onClick={onReview}>
        {texts.review}
      </Button>
      <Button type="submit" disabled={!isReady} loading={isBusy}>
        {runLabel}
      </Button>
    </Group>
  );
}
