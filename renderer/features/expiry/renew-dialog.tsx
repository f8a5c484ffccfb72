import { Button, Checkbox, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { isCalendarDay } from '#shared/domain/calendar';
import { dayInZone } from '#shared/domain/expiry';
import { planJob } from '#features/jobs';
import { clock } from '#lib/clock';
import { dayText } from '#lib/day-text';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { dayAhead, renewalProblem } from './renewal';

interface RenewDialogProps {
  ids: readonly string[];
  /** The name, if there is only one device. */
  label: string | null;
  zone: string;
  /** False if the service does not save dates: then devices can only be activated. */
  takesDates: boolean;
  onClose: () => void;
}

/** Plans a new expiration date for devices, and the activation of those that have expired. */
export function RenewDialog({ ids, label, zone, takesDates, onClose }: RenewDialogProps) {
  const { counted } = useFormat();
  const today = dayInZone(clock.now(), zone);
  const [keepsDate, setKeepsDate] = useState(!takesDates);
  const [day, setDay] = useState(dayAhead(today, { years: 1 }));
  const problem = keepsDate ? null : renewalProblem(day, today);
  const what = label ?? counted(ids.length, 'device');
  const plan = useAction(() =>
    planJob(
      keepsDate ? `Activate ${what}` : `Renew ${what} until ${day}`,
      'limits',
      ids.map((id) => ({ action: 'renew', id, expirationDate: keepsDate ? null : day })),
    ),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem === null && (await plan.run())) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Renew ${what}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Text size="sm">
          Nothing is sent until you run the plan. Expired devices are activated, and each of them
          uses a free licence.
        </Text>
        {takesDates && (
          <>
            <TextInput
              mt="md"
              type="date"
              label="New expiration date"
              description={
                isCalendarDay(day)
                  ? `${dayText(day)}, a day in the time zone ${zone}.`
                  : `A day in the time zone ${zone}.`
              }
              value={day}
              min={dayAhead(today, { days: 1 })}
              disabled={keepsDate}
              error={problem}
              onChange={(event) => setDay(event.currentTarget.value)}
              data-autofocus
            />
            <Group gap="xs" mt="xs">
              {presets.map(({ name, by }) => (
                <Button
                  key={name}
                  size="compact-xs"
                  variant="default"
                  disabled={keepsDate}
                  onClick={() => setDay(dayAhead(today, by))}
                >
                  {name}
                </Button>
              ))}
            </Group>
            <Checkbox
              mt="md"
              label="Only activate, keep the current date"
              checked={keepsDate}
              onChange={(event) => setKeepsDate(event.currentTarget.checked)}
            />
          </>
        )}
        {plan.fault && <FaultNotice fault={plan.fault} context="open" />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={problem !== null} loading={plan.isBusy}>
            Create plan…
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const presets = [
  { name: 'In 1 month', by: { months: 1 } },
  { name: 'In 6 months', by: { months: 6 } },
  { name: 'In 1 year', by: { years: 1 } },
  { name: 'In 2 years', by: { years: 2 } },
];
