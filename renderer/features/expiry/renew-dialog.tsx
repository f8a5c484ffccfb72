import { Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import { deviceLabel, type Device } from '#shared/domain/device';
import { dayInZone, dayText } from '#shared/domain/calendar';
import { BulkButtons, planAndRun, planJob, runMessage } from '#features/activity';
import { useBoardDevices } from '#features/limits';
import { clock } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { DateField } from '#ui/date-field';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { isPastDate, passedDateText } from './activation-messages';
import { useSingleActivation } from './use-single-activation';
import { messages } from './expiry-messages';
import { texts } from './expiry-texts';
import {
  dayAhead,
  daysOf,
  laterThan,
  renewalProblem,
  type ExtensionName,
  type Renewal,
} from './renewal';
import { extensionLabels, renewMessages, renewTitles, titleOf } from './renew-messages';

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
  const format = useFormat();
  const today = dayInZone(clock.now(), zone);
  const board = useBoardDevices();
  const [how, setHow] = useState<Renewal['how']>(takesDates ? 'extend' : 'activate');
  const [by, setBy] = useState<ExtensionName>('oneYear');
  const [day, setDay] = useState('');
  const renewal: Renewal =
    how === 'extend' ? { how, by } : how === 'until' ? { how, day } : { how };
  const problem = how === 'until' ? renewalProblem(day, today) : null;
  const known = useMemo(() => {
    const wanted = new Set(ids);
    return board.devices?.filter(({ id }) => wanted.has(id)) ?? null;
  }, [board.devices, ids]);
  const runLabel = runMessage(how === 'activate' ? 'activate' : 'limits.renew', ids.length, format);
  const title =
    label === null ? runMessage('limits.renew', ids.length, format) : renewTitles.one(label);
  const plan = useAction((start: typeof planJob) => {
    const dates = daysOf(renewal, ids, known ?? [], { today, zone });
    return start({
      title: titleOf(renewal, label, ids.length, format),
      kind: 'limits',
      steps: ids.map((id) => ({
        kind: 'limits',
        action: 'renew',
        id,
        expirationDate: dates.get(id) ?? null,
      })),
    });
  });
  const activation = useSingleActivation({
    zone,
    takesDates,
    onPassed: () => setHow('until'),
    onDone: onClose,
  });
  const { passed } = activation;
  const fault = activation.fault ?? plan.fault ?? board.fault;
  // An extension starts from the present dates.
  const isReady = problem === null && (how !== 'extend' || known !== null);
  const submit = async (start: typeof planJob) => {
    if (!isReady) return;
    const only = ids.length === 1 ? known?.find(({ isActive }) => isActive !== true) : undefined;
    // One device is activated at once, and what became of its date is said here.
    if (only && how === 'activate' && start === planAndRun) await activation.run(only);
    else if (await plan.run(start)) onClose();
  };
  const isAnyPast = known?.some((device) => isPastDate(device, zone, clock.now())) ?? false;
  const activateNote =
    ids.length === 1 ? renewMessages.activatePastOne : renewMessages.activatePastSome;
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(planAndRun);
        }}
      >
        {passed ? (
          <Notice
            tone="info"
            title={messages.activeAgain(label ?? known?.map(deviceLabel).join() ?? '')}
          >
            <div>
              {passedDateText(passed)} {texts.setNewDateQuestion}
            </div>
          </Notice>
        ) : (
          <Text size="sm">{renewMessages.licences}</Text>
        )}
        {takesDates && (
          <Radio.Group
            mt="md"
            label={renewMessages.newExpiration}
            value={how}
            onChange={(chosen) => setHow(chosen as Renewal['how'])}
          >
            <Stack gap="sm" mt="xs">
              <Radio value="extend" label={renewMessages.extend} />
              <SegmentedControl
                size="xs"
                aria-label={renewMessages.extendBy}
                data={extensionChoices}
                value={by}
                onChange={(chosen) => {
                  setBy(chosen as ExtensionName);
                  setHow('extend');
                }}
              />
              <Radio value="until" label={renewMessages.setDate} />
              <DateField
                aria-label={renewMessages.newDate}
                description={renewMessages.dayIn(zone)}
                value={day}
                min={dayAhead(today, { days: 1 })}
                error={day === '' ? null : problem}
                onChange={(chosen) => {
                  setDay(chosen);
                  setHow('until');
                }}
              />
              {!passed && (
                <Radio
                  value="activate"
                  label={renewMessages.activate}
                  description={isAnyPast ? activateNote : undefined}
                />
              )}
            </Stack>
          </Radio.Group>
        )}
        {known && problem === null && (
          <Outcome renewal={renewal} ids={ids} devices={known} today={today} zone={zone} />
        )}
        {fault && <FaultNotice fault={fault} context="open" />}
        <BulkButtons
          runLabel={runLabel}
          isReady={isReady}
          isBusy={plan.isBusy || activation.isBusy}
          onReview={() => void submit(planJob)}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

const extensionChoices = (Object.keys(extensionLabels) as ExtensionName[]).map((value) => ({
  value,
  label: extensionLabels[value],
}));

interface OutcomeProps {
  renewal: Renewal;
  ids: readonly string[];
  devices: readonly Device[];
  today: string;
  zone: string;
}

/** The dates that result, and how many devices keep a later date. */
function Outcome({ renewal, ids, devices, today, zone }: OutcomeProps) {
  const format = useFormat();
  if (renewal.how === 'activate') return null;
  const dates = [...daysOf(renewal, ids, devices, { today, zone }).values()].toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  const later = renewal.how === 'until' ? laterThan(devices, renewal.day, zone) : 0;
  return (
    <>
      {first !== undefined && last !== undefined && (
        <Text size="sm" mt="md">
          {renewMessages.newDates(dayText(first), dayText(last))}
        </Text>
      )}
      {later > 0 && (
        <Text size="sm" mt="xs" role="status">
          {renewMessages.keepLater(later, format)}
        </Text>
      )}
    </>
  );
}
