import { Button, Textarea } from '@mantine/core';
import { IconBellOff, IconCheck, IconHistory, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import type { AlertEntry } from '#shared/domain/alert';
import { NearestTown, useFleetStore } from '#features/fleet';
import { openHistory } from '#features/history';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import { ListDetail } from '#ui/list-page';
import {
  alertPlace,
  alertText,
  alertTitle,
  channelsMessage,
  kindNames,
  notProvided,
} from './alert-messages';
import { texts } from './alerts-texts';
import { SeverityMark } from './severity-mark';
import { snooze } from './snooze';
import classes from './alerts.module.css';

interface AlertDetailProps {
  entry: AlertEntry;
  label: string;
  onClose: () => void;
}

const aroundMs = 1_800_000;
const hourMs = 3_600_000;

/** The details of one alert, and its acknowledgement. */
export function AlertDetail({ entry, label, onClose }: AlertDetailProps) {
  const format = useFormat();
  const fleet = useFleetStore();
  const { deviceId, at, acknowledged } = entry;
  const showDevice = () => {
    fleet.show(deviceId);
    window.location.hash = '#/fleet';
  };
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
        <ProvidedFact name={texts.sent} text={channelsMessage(entry)} />
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
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMapPin size={14} aria-hidden />}
          onClick={showDevice}
        >
          {texts.showTheDevice}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconHistory size={14} aria-hidden />}
          onClick={() =>
            openHistory({ id: deviceId, label }, { from: at - aroundMs, to: at + aroundMs })
          }
        >
          {texts.historyAroundIt}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBellOff size={14} aria-hidden />}
          onClick={() => void snooze({ deviceId, label }, clock.now() + 4 * hourMs, format)}
        >
          {texts.muteFor4H}
        </Button>
      </div>
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
      <div className={classes.actionsIn}>
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
      {acknowledge.fault && <FaultNotice fault={acknowledge.fault} context="open" />}
      {unacknowledge.fault && <FaultNotice fault={unacknowledge.fault} context="open" />}
    </div>
  );
}
