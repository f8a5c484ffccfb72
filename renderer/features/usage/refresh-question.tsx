import { Button, Group, Text } from '@mantine/core';
import { commonTexts } from '#lib/common-texts';
import { duration } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { messages } from './usage-messages';

/** A refresh that takes longer is confirmed first. */
const longMinutes = 2;

/** Whether a refresh of so many devices, with one call each, is confirmed first. */
export const isLongRefresh = (devices: number, callsPerMinute: number): boolean =>
  callsPerMinute > 0 && devices > callsPerMinute * longMinutes;

interface RefreshQuestionProps {
  devices: number;
  callsPerMinute: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a refresh that uses the calls of more than two minutes, and says how long it takes. */
export function RefreshQuestion(props: RefreshQuestionProps) {
  const { devices, callsPerMinute, onConfirm, onCancel } = props;
  const { counted } = useFormat();
  const time = duration((devices / callsPerMinute) * 60);
  return (
    <Dialog opened onClose={onCancel} title={messages.refreshQuestion(counted(devices, 'device'))}>
      <Text size="sm">
        {messages.refreshTakes(counted(devices, 'call'), time, counted(callsPerMinute, 'call'))}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {commonTexts.cancel}
        </Button>
        <Button onClick={onConfirm}>{messages.refreshDevices(counted(devices, 'device'))}</Button>
      </Group>
    </Dialog>
  );
}
