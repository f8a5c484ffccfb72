import { Skeleton } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { deviceLabel } from '#shared/domain/device';
import { displayText } from '#shared/domain/text';
import type { OtherAnswer } from '#shared/domain/fix';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { indentJson } from '#lib/indent-json';
import { CopyButton } from '#ui/copy-button';
import { FaultNotice } from '#ui/fault-notice';
import { SidePanel, page } from '#ui/page';
import { DetailsAnswer } from './details-answer';
import { rawTitle } from './details-messages';
import { DetailsOverview } from './details-overview';
import { DeviceFacts } from './device-facts';
import classes from './details.module.css';
import { Disclosure } from './disclosure';
import { FixFacts } from './fix-facts';
import { useFleet, useFleetStore } from './fleet-store';
import { texts } from './fleet-texts';
import { RefreshFault } from './refresh-button';
import { useDetails } from './use-details';
import { useRefresh, type Refresh } from './use-refresh';
import { messages } from './fleet-messages';

/** Details that other features add. */
export type MoreDetails = (details: DeviceDetails) => ReactNode;
/** Actions that other features add. */
export type DetailActions = (
  device: { id: string; label: string },
  details: DeviceDetails,
) => ReactNode;

interface PaneProps {
  more: MoreDetails;
  actions: DetailActions;
}

type Section = 'values' | 'raw';

/** The details of the selected device, while they are open. */
export function DeviceDetailsPane(props: PaneProps) {
  const id = useFleet(({ selected, isDetailsOpen }) => (isDetailsOpen ? selected?.id : null));
  // What is open stays open for the next device.
  const [open, setOpen] = useState<readonly Section[]>([]);
  const toggle = (section: Section) =>
    setOpen((before) =>
      before.includes(section) ? before.filter((each) => each !== section) : [...before, section],
    );
  return id ? <DetailsRegion id={id} open={open} toggle={toggle} {...props} /> : null;
}

interface SectionsProps {
  open: readonly Section[];
  toggle: (section: Section) => void;
}

function DetailsRegion({
  id,
  more,
  actions,
  ...sections
}: PaneProps & SectionsProps & { id: string }) {
  const store = useFleetStore();
  const refresh = useRefresh(id, api.fleet.refreshDevice);
  const { details, fault } = useDetails(id, store.client, api.fleet.details, refresh.version);
  const close = useCallback(() => store.setDetailsOpen(false), [store]);
  const label = details ? displayText(deviceLabel(details.device)) || id : id;

  return (
    <SidePanel
      label={texts.deviceDetails}
      title={label}
      subtitle={details?.device.description && displayText(details.device.description)}
      closeLabel={texts.closeDetails}
      onClose={close}
    >
      {fault && <FaultNotice fault={fault} context="open" />}
      <RefreshFault refresh={refresh} />
      {!details && !fault && <Waiting />}
      {details && (
        <DetailsBody details={details} refresh={refresh} {...sections}>
          {{
            actions: actions({ id, label: deviceLabel(details.device) }, details),
            more: more(details),
          }}
        </DetailsBody>
      )}
    </SidePanel>
  );
}

interface BodyProps extends SectionsProps {
  details: DeviceDetails;
  refresh: Refresh;
  children: { actions: ReactNode; more: ReactNode };
}

/** The answer first, then the actions, then the rest. */
function DetailsBody({ details, refresh, open, toggle, children: { actions, more } }: BodyProps) {
  return (
    <div className={page.body}>
      <DetailsAnswer details={details} refresh={refresh} />
      <div className={classes.actions}>{actions}</div>
      <DetailsOverview details={details} />
      {more}
      <Disclosure
        title={texts.allValues}
        isOpen={open.includes('values')}
        onToggle={() => toggle('values')}
      >
        <FixFacts details={details} />
        <DeviceFacts details={details} />
      </Disclosure>
      <Disclosure title={texts.raw} isOpen={open.includes('raw')} onToggle={() => toggle('raw')}>
        <RawJson title={commonTexts.device} json={details.rawDevice} />
        {details.rawOtherAnswer !== null && details.otherAnswer && (
          <RawJson title={answerTitles[details.otherAnswer.is]} json={details.rawOtherAnswer} />
        )}
        {details.rawFix !== null && <RawJson title={texts.lastReport} json={details.rawFix} />}
      </Disclosure>
    </div>
  );
}

const answerTitles: Record<OtherAnswer['is'], string> = {
  notUnderstood: texts.lastAnswerNotUnderstood,
  older: texts.lastAnswerAnOlderReport,
  ahead: texts.lastAnswerDatedInThe,
  behind: texts.lastAnswerOfAClock,
  none: texts.lastAnswer,
};

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
    <section className={classes.raw} aria-label={messages.asJson(title)}>
      <div className={classes.rawHead}>
        <h4 className={page.quiet}>{rawTitle(title)}</h4>
        <CopyButton onCopy={copy}>{texts.copy}</CopyButton>
      </div>
      <pre className={classes.json} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
