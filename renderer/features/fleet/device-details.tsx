import { CloseButton, Skeleton, Tabs } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { deviceLabel } from '#shared/domain/device';
import { displayText } from '#shared/domain/display-text';
import type { OtherAnswer } from '#shared/domain/last-report';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { api } from '#lib/api';
import { indentJson } from '#lib/indent-json';
import { useEscape } from '#lib/use-escape';
import { CopyButton } from '#ui/copy-button';
import { FaultNotice } from '#ui/fault-notice';
import { StateBadge } from '#ui/state-badge';
import { DeviceFacts } from './device-facts';
import classes from './details.module.css';
import { useDetailsState } from './details-state';
import { FixFacts } from './fix-facts';
import { useFleet, useFleetStore } from './fleet-store';
import { RefreshButton, RefreshFault } from './refresh-button';
import { useDetails } from './use-details';
import { useRefresh } from './use-refresh';

/** Details that other features add. */
export type MoreDetails = (id: string) => ReactNode;
/** Actions that other features add. */
export type DetailActions = (device: { id: string; label: string }) => ReactNode;

interface PaneProps {
  more: MoreDetails;
  actions: DetailActions;
}

/** The details of the selected device, while they are open. */
export function DeviceDetailsPane(props: PaneProps) {
  const id = useFleet(({ selected, isDetailsOpen }) => (isDetailsOpen ? selected?.id : null));
  return id ? <DetailsRegion id={id} {...props} /> : null;
}

function DetailsRegion({ id, more, actions }: PaneProps & { id: string }) {
  const store = useFleetStore();
  const refresh = useRefresh(id, api.fleet.refreshDevice);
  const { details, fault } = useDetails(id, store.client, api.fleet.details, refresh.version);
  const close = useCallback(() => store.setDetailsOpen(false), [store]);
  useEscape(close);
  const label = details ? displayText(deviceLabel(details.device)) || id : id;

  return (
    <section className={classes.region} aria-label="Device details">
      <div className={classes.head}>
        <div className={classes.headText}>
          <h2 className={classes.title} title={label}>
            {label}
          </h2>
          {details && <DetailsState details={details} />}
        </div>
        <CloseButton aria-label="Close details" onClick={close} />
      </div>
      {fault && <FaultNotice fault={fault} context="open" />}
      {details && (
        <div className={classes.actions}>
          <RefreshButton refresh={refresh} />
          {actions({ id, label: deviceLabel(details.device) })}
        </div>
      )}
      <RefreshFault refresh={refresh} />
      {details ? <DetailsTabs details={details} more={more} /> : !fault && <Waiting />}
    </section>
  );
}

function DetailsTabs({ details, more }: { details: DeviceDetails; more: MoreDetails }) {
  return (
    <Tabs defaultValue="facts" className={classes.tabs} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="facts">Overview</Tabs.Tab>
        <Tabs.Tab value="raw">Raw JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="facts" className={classes.panel}>
        <FixFacts details={details} />
        <DeviceFacts details={details} />
        {more(details.device.id)}
      </Tabs.Panel>
      <Tabs.Panel value="raw" className={classes.panel}>
        <RawJson title="Device" json={details.rawDevice} />
        {details.rawOtherAnswer !== null && details.otherAnswer && (
          <RawJson title={answerTitles[details.otherAnswer.is]} json={details.rawOtherAnswer} />
        )}
        {details.rawFix !== null && <RawJson title="Last report" json={details.rawFix} />}
      </Tabs.Panel>
    </Tabs>
  );
}

const answerTitles: Record<OtherAnswer['is'], string> = {
  notUnderstood: 'Last answer, not understood',
  older: 'Last answer, an older report',
  ahead: 'Last answer, dated in the future',
  none: 'Last answer',
};

function DetailsState({ details }: { details: DeviceDetails }) {
  return <StateBadge state={useDetailsState(details)} />;
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-busy>
      <Skeleton height={14} width="60%" />
      <Skeleton height={14} />
      <Skeleton height={14} width="80%" />
    </div>
  );
}

/** A record as the service sent it. */
function RawJson({ title, json }: { title: string; json: string }) {
  const text = indentJson(json);
  const copy = async () => (await api.app.copyText({ text })).ok;
  return (
    <section className={classes.raw} aria-label={`${title} as JSON`}>
      <div className={classes.rawHead}>
        <h3 className={classes.rawTitle}>{title}, as sent by the service</h3>
        <CopyButton onCopy={copy}>Copy</CopyButton>
      </div>
      <pre className={classes.json} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
