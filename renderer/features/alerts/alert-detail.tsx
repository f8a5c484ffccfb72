import { Button, Group, Textarea } from '@mantine/core';
import {
  IconAlertOctagonFilled,
  IconAlertTriangle,
  IconBellOff,
  IconCheck,
  IconHistory,
  IconInfoCircle,
  IconMapPin,
} from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { severityOf, type AlertEntry, type Severity } from '#shared/domain/alert';
import { NearestTown, useFleetStore } from '#features/fleet';
import { openHistory } from '#features/history';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import { ListDetail } from '#ui/list-board';
import { page } from '#ui/page';
import {
  alertPlace,
  alertText,
  alertTitle,
  kindNames,
  notProvided,
  sentText,
  texts,
} from './alerts-texts';
import classes from './alerts.module.css';
import { muteDevice } from './snooze';

interface AlertDetailProps {
  entry: AlertEntry;
  /** The name of the device. */
  label: string;
  onClose: () => void;
}

const aroundMs = 1_800_000;

/** The details of one alert, and its acknowledgement. */
export function AlertDetail({ entry, label, onClose }: AlertDetailProps) {
  const format = useFormat();
  const fleet = useFleetStore();
  const { deviceId, at, acknowledged } = entry;
  const showDevice = () => {
    fleet.show(deviceId);
    window.location.hash = '#/fleet';
  };
  const showHistory = () =>
    openHistory({ id: deviceId, label }, { from: at - aroundMs, to: at + aroundMs });
  const actions = [
    { name: texts.showTheDevice, Icon: IconMapPin, run: showDevice },
    { name: texts.historyAroundIt, Icon: IconHistory, run: showHistory },
    { name: texts.muteFor4H, Icon: IconBellOff, run: () => muteDevice(deviceId, label, format) },
  ];
  return (
    <ListDetail label={texts.alertDetails} title={alertTitle(entry)} onClose={onClose}>
      <Acknowledgement entry={entry} />
      <FactList title={texts.alert}>
        <Fact name={commonTexts.device}>{label}</Fact>
        <Fact name={texts.when}>{format.moment(at)}</Fact>
        <Fact name={texts.severity}>
          <SeverityMark alerts={entry.alerts} />
        </Fact>
        <ProvidedFact name={commonTexts.text} text={alertText(entry)} />
        <ProvidedFact name={texts.names} text={kindNames(entry)} />
        <ProvidedFact name={texts.sent} text={sentText(entry)} />
        <ProvidedFact name={texts.position} text={alertPlace(entry)} />
        {entry.latitude !== null && entry.longitude !== null && (
          <Fact name={texts.nearestTown}>
            <NearestTown latitude={entry.latitude} longitude={entry.longitude} />
          </Fact>
        )}
        {acknowledged && (
          <>
            <Fact name={texts.acknowledged}>{format.moment(acknowledged.at)}</Fact>
            <Fact name={texts.note}>{acknowledged.note || texts.none}</Fact>
          </>
        )}
      </FactList>
      <Group gap="xs" px="md" py="sm">
        {actions.map(({ name, Icon, run }) => (
          <Button
            key={name}
            size="xs"
            variant="default"
            leftSection={<Icon size={14} aria-hidden />}
            onClick={run}
          >
            {name}
          </Button>
        ))}
      </Group>
    </ListDetail>
  );
}

/** Nothing if the service did not provide it. */
function ProvidedFact({ name, text }: { name: string; text: string }) {
  return text === notProvided ? null : <Fact name={name}>{text}</Fact>;
}

function Acknowledgement({ entry }: { entry: AlertEntry }) {
  const [note, setNote] = useState(entry.acknowledged?.note ?? '');
  const acknowledge = useAction(api.alerts.acknowledge);
  const unacknowledge = useAction(api.alerts.unacknowledge);
  const fault = acknowledge.fault ?? unacknowledge.fault;
  return (
    <div className={classes.acknowledge}>
      <Textarea
        size="xs"
        label={texts.note}
        description={texts.storedOnThisComputerOnly}
        value={note}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={6}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={page.row}>
        <Button
          size="xs"
          loading={acknowledge.isBusy}
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={() => void acknowledge.run({ ids: [entry.id], note })}
        >
          {entry.acknowledged ? texts.saveTheNote : texts.acknowledge}
        </Button>
        {entry.acknowledged && (
          <Button
            size="xs"
            variant="default"
            loading={unacknowledge.isBusy}
            onClick={() => void unacknowledge.run({ ids: [entry.id] })}
          >
            {texts.withdrawAcknowledgement}
          </Button>
        )}
      </div>
      {fault && <FaultNotice fault={fault} context="open" />}
    </div>
  );
}

const looks: Record<
  Severity,
  { name: string; Icon: ComponentType<{ size: number; 'aria-hidden': boolean }> }
> = {
  sos: { name: texts.sos, Icon: IconAlertOctagonFilled },
  critical: { name: texts.critical, Icon: IconAlertOctagonFilled },
  warning: { name: texts.warning, Icon: IconAlertTriangle },
  info: { name: texts.information, Icon: IconInfoCircle },
};

/** How urgent an alert is, by colour, shape and name. */
export function SeverityMark({ alerts }: { alerts: readonly string[] }) {
  const severity = severityOf(alerts);
  const { name, Icon } = looks[severity];
  return (
    <span className={`${page.inline} ${classes.severity}`} data-severity={severity}>
      <Icon size={15} aria-hidden />
      {name}
    </span>
  );
}
