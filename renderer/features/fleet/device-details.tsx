import { ActionIcon, Button, Menu, Skeleton, UnstyledButton } from '@mantine/core';
import {
  IconArrowLeft,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconChevronUp,
  IconCopy,
  IconRefresh,
} from '@tabler/icons-react';
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { alertWords } from '#shared/domain/alert';
import { deviceLabel } from '#shared/domain/device';
import { correctedTime, isBehind } from '#shared/domain/device-state';
import type { OtherAnswer } from '#shared/domain/fix';
import { displayText } from '#shared/domain/text';
import type { Fault } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { age, compassWord, coordinates, coordinateStyles, type CoordinateStyle } from '#lib/format';
import { indentJson } from '#lib/indent-json';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { CopyButton } from '#ui/copy-button';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { SidePanel, page } from '#ui/page';
import { StateBadge } from '#ui/state-badge';
import {
  SourcedText,
  useDetailsState,
  useIsRecent,
  DeviceValues,
  overviewRows,
} from './device-values';
import { DevicePhones } from './device-phone';
import { useFleet, useFleetStore } from './fleet-store';
import { checkText, messages, positionMessages, rawTitle, texts } from './fleet-texts';
import classes from './fleet.module.css';
import { NearestTown } from './nearest-town';

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
  /** They take the place of the list, with a way back and to its other devices. */
  isOverList: boolean;
}

/** The details of the selected device, while they are open. */
export function DeviceDetailsPane(props: PaneProps) {
  const id = useFleet(({ selected, isDetailsOpen }) => (isDetailsOpen ? selected?.id : null));
  // What is open stays open for the next device.
  const [isValuesOpen, setValuesOpen] = useState(false);
  const [isRawOpen, setRawOpen] = useState(false);
  const { showRawData } = useSettings();
  if (!id) return null;
  return (
    <DetailsPanel
      id={id}
      {...props}
      rest={(details) => (
        <>
          <Disclosure title={texts.allValues} isOpen={isValuesOpen} onToggle={setValuesOpen}>
            <DeviceValues details={details} />
          </Disclosure>
          {showRawData && (
            <Disclosure title={texts.raw} isOpen={isRawOpen} onToggle={setRawOpen}>
              <RawAnswers details={details} />
            </Disclosure>
          )}
        </>
      )}
    />
  );
}

interface PanelProps extends PaneProps {
  id: string;
  rest: (details: DeviceDetails) => ReactNode;
}

/** The answer first, then the actions, then the rest. */
function DetailsPanel({ id, more, actions, isOverList, rest }: PanelProps) {
  const store = useFleetStore();
  const { value: details, fault, reload } = useAnswer(() => api.fleet.details({ id }), [id]);
  const refresh = useRefresh(id, reload);
  useEffect(
    () =>
      store.client.onSelectedChanged((changed) => {
        if (changed === id) reload();
      }),
    [store, id, reload],
  );
  const close = useCallback(() => store.setDetailsOpen(false), [store]);
  const label = details ? displayText(deviceLabel(details.device)) || id : id;
  return (
    <SidePanel
      label={texts.deviceDetails}
      title={label}
      subtitle={details?.device.description && displayText(details.device.description)}
      closeLabel={texts.closeDetails}
      onClose={close}
      head={isOverList && <WayBack onBack={close} />}
    >
      {fault && <FaultNotice fault={fault} context="open" />}
      <RefreshFault refresh={refresh} />
      {!details && !fault && <Waiting />}
      {details && (
        <div className={page.body}>
          <Answer details={details} refresh={refresh} />
          <DevicePhones device={details.device} />
          <div className={classes.actions}>
            {actions({ id, label: deviceLabel(details.device) }, details)}
          </div>
          <Overview details={details} />
          {more(details)}
          {rest(details)}
        </div>
      )}
    </SidePanel>
  );
}

/** Back to the list, and to the devices before and after this one in it. */
function WayBack({ onBack }: { onBack: () => void }) {
  const store = useFleetStore();
  const index = useFleet(({ selected }) => selected?.index ?? -1);
  const rows = useFleet(({ view }) => view?.rows ?? 0);
  const matched = useFleet(({ view }) => view?.matchedListed ?? 0);
  const total = useFleet(({ view }) => view?.total ?? 0);
  const format = useFormat();
  const steps = [
    { name: texts.previousDevice, Icon: IconChevronUp, to: index - 1 },
    { name: texts.nextDevice, Icon: IconChevronDown, to: index + 1 },
  ];
  return (
    <div className={classes.wayBack}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={onBack}
      >
        {matched === 0
          ? texts.backToTheList
          : matched < total
            ? messages.backToPart(format.count(matched), format.counted(total, 'device'))
            : messages.backToAll(format.counted(total, 'device'))}
      </Button>
      {steps.map(({ name, Icon, to }) => {
        const isEnd = index < 0 || to < 0 || to >= rows;
        return (
          <ActionIcon
            key={name}
            variant="subtle"
            color="gray"
            aria-label={name}
            title={name}
            // A button that is disabled loses the focus.
            data-disabled={isEnd || undefined}
            aria-disabled={isEnd}
            onClick={() => !isEnd && void store.selectRow(to, true)}
          >
            <Icon size={16} />
          </ActionIcon>
        );
      })}
    </div>
  );
}

interface Refresh {
  isBusy: boolean;
  /** Why the last refresh of this device failed. */
  fault: Fault | null;
  run: () => void;
  dismiss: () => void;
}

/** Requests the record and the last location of a device. It may have changed the details even if it failed. */
function useRefresh(id: string, onDone: () => void): Refresh {
  const idle = { id, isBusy: false, fault: null as Fault | null };
  const [last, setLast] = useState(idle);
  // Another device starts without fault and progress.
  const { isBusy, fault } = last.id === id ? last : idle;
  const run = async () => {
    if (isBusy) return;
    setLast({ id, isBusy: true, fault: null });
    const outcome = await api.fleet.refreshDevice({ id });
    const next = { id, isBusy: false, fault: outcome.ok ? null : outcome.fault };
    setLast((now) => (now.id === id ? next : now));
    onDone();
  };
  return { isBusy, fault, run: () => void run(), dismiss: () => setLast(idle) };
}

/** Why the device could not be refreshed. */
function RefreshFault({ refresh: { fault, dismiss } }: { refresh: Refresh }) {
  if (!fault) return null;
  if (fault.kind !== 'notFound')
    return <FaultNotice fault={fault} context="open" onDismiss={dismiss} />;
  return (
    <Notice tone="fault" title={texts.theServiceNoLongerHas} isAlert onDismiss={dismiss}>
      {fault.message ? messages.lastKnownCopy(fault.message) : texts.thisIsTheLastKnown}
    </Notice>
  );
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

/** What the device does, how old that is, and where it is. */
function Answer({ details, refresh }: { details: DeviceDetails; refresh: Refresh }) {
  const format = useFormat();
  const now = useNow(60_000);
  const { unlistedAt } = details.device;
  return (
    <section className={classes.answer} aria-label={texts.stateAndPosition}>
      <div className={classes.now}>
        <Motion details={details} />
        <RefreshButton details={details} refresh={refresh} />
      </div>
      <Place details={details} />
      {unlistedAt !== null && (
        <p>{messages.noLongerListedSince(format.moment(unlistedAt), age(unlistedAt, now))}</p>
      )}
      <ReportNotes details={details} />
    </section>
  );
}

/** Asks for this device now; says when it was asked last. */
function RefreshButton({ details, refresh }: { details: DeviceDetails; refresh: Refresh }) {
  const now = useNow(1_000);
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={texts.refreshThisDevice}
      title={messages.refreshDeviceHint(checkText(details, now))}
      loading={refresh.isBusy}
      onClick={refresh.run}
    >
      <IconRefresh size={14} />
    </ActionIcon>
  );
}

/** "Moving 45 km/h north-west, 10 s ago". A speed of the past is not shown as the present one. */
function Motion({ details }: { details: DeviceDetails }) {
  const format = useFormat();
  const state = useDetailsState(details);
  const isRecent = useIsRecent(details);
  const { fix } = details;
  const speed = state === 'moving' && isRecent ? (fix?.speed ?? null) : null;
  return (
    <p className={classes.motion}>
      <StateBadge state={state} />
      {speed !== null && <strong>{format.speed(speed)}</strong>}
      {speed !== null && fix?.course != null && <span>{compassWord(fix.course)}</span>}
      {fix && (
        <span className={classes.quiet}>
          {fix.at === null ? texts.timeNotKnown : <AgeText at={fix.at} />}
        </span>
      )}
    </p>
  );
}

function Place({ details }: { details: DeviceDetails }) {
  const { position, fix, noPositionSince } = details;
  const format = useFormat();
  const isRecent = useIsRecent(details);
  const [style, setStyle] = useState<CoordinateStyle>('dd');
  if (!position) return <p className={classes.place}>{texts.noPositionKnown}</p>;
  const text = coordinates(position.latitude, position.longitude, style);
  const isEarlier = fix !== null && position.at !== fix.at;
  return (
    <div className={classes.place} data-old={!isRecent || isEarlier || undefined}>
      <p>
        <NearestTown latitude={position.latitude} longitude={position.longitude} />
      </p>
      <p className={classes.position}>
        <span className={classes.coordinates}>{text}</span>
        <CopyIcon text={text} />
        <CoordinateFormat value={style} onChange={setStyle} />
      </p>
      {noPositionSince !== null && (
        <p>
          <AgeText
            at={noPositionSince}
            text={positionMessages.noneSince(noPositionSince, format)}
          />
        </p>
      )}
      {(isEarlier || noPositionSince !== null) && position.at !== null && (
        <p className={classes.quiet}>
          <AgeText at={position.at} text={positionMessages.last(position.at, format)} />
        </p>
      )}
    </div>
  );
}

function CopyIcon({ text }: { text: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;
  const copy = async () => {
    if ((await api.app.copyText({ text })).ok) setCopied(text);
  };
  const name = isCopied ? texts.coordinatesCopied : texts.copyCoordinates;
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={name}
      title={name}
      onClick={() => void copy()}
    >
      {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </ActionIcon>
  );
}

const styleNames: Record<CoordinateStyle, string> = {
  dd: texts.decimalDegrees,
  ddm: texts.degreesAndMinutes,
  dms: texts.degreesMinutesAndSeconds,
};

/** A place that nobody takes for the position of a device. */
const sample = { latitude: 12.5, longitude: 34.5 };

interface CoordinateFormatProps {
  value: CoordinateStyle;
  onChange: (style: CoordinateStyle) => void;
}

/** Chooses how positions are written. */
function CoordinateFormat({ value, onChange }: CoordinateFormatProps) {
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={texts.coordinateFormat}
          title={texts.coordinateFormat}
        >
          <IconChevronDown size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.coordinateFormat}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={(next) => onChange(next as CoordinateStyle)}>
          {coordinateStyles.map((style) => (
            <Menu.RadioItem key={style} value={style} closeMenuOnClick>
              {styleNames[style]}
              <span className={classes.sample}>
                {messages.sample(coordinates(sample.latitude, sample.longitude, style))}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What the last answer was if it is not the last report, and what is old. */
function ReportNotes({ details }: { details: DeviceDetails }) {
  const now = useNow(1_000);
  const isRecent = useIsRecent(details);
  const { checkedAt, fix, position } = details;
  const at = fix?.at ?? null;
  const isOutOfDate = !isRecent && at !== null && at <= now && !isBehind(at, now);
  const isSilent = checkedAt !== null && !fix && !position && !details.otherAnswer;
  const notes = [
    useAnswerNote(details),
    isOutOfDate && messages.mayBeOutOfDate(age(at, now)),
    isSilent && texts.theServiceHasNoReport,
  ].filter((note) => typeof note === 'string');
  return notes.map((note) => (
    <span key={note} className={classes.reportNote}>
      {note}
    </span>
  ));
}

function useAnswerNote({ otherAnswer, fix }: DeviceDetails): string | null {
  const format = useFormat();
  if (otherAnswer === null) return null;
  const time = otherAnswer.at === null ? texts.unknownTime : format.moment(otherAnswer.at);
  switch (otherAnswer.is) {
    case 'notUnderstood':
      return fix ? texts.theLastAnswerWasNot : texts.theLastAnswerWasNotUnderstood;
    case 'older':
      return messages.olderPositionReported(time);
    case 'ahead':
      return messages.futureReportSent(time);
    case 'behind': {
      const corrected = otherAnswer.at === null ? null : correctedTime(otherAnswer.at, clock.now());
      return corrected === null
        ? messages.behindReportSent(time)
        : messages.behindReportCorrected(time, format.moment(corrected));
    }
    case 'none':
      return texts.theServiceNowAnswersWithout;
  }
}

/** What the device measured and reports, as far as it sent any; empty values take no room. */
function Overview({ details }: { details: DeviceDetails }) {
  const format = useFormat();
  const isOld = !useIsRecent(details);
  const { fix } = details;
  if (!fix) return null;
  const rows = overviewRows(fix, isOld, format);
  const alerts = [...new Set([...fix.alerts, ...fix.warnings].map(alertWords))].join(', ');
  return (
    <>
      {alerts !== '' && (
        <p
          className={classes.reported}
          data-critical={fix.hasCriticalAlert === true || undefined}
          data-old={isOld || undefined}
        >
          {fix.hasCriticalAlert === true
            ? messages.criticalAlertInReport(alerts)
            : messages.inLastReport(alerts)}
        </p>
      )}
      {rows.length > 0 && (
        <dl className={classes.strip} data-old={isOld || undefined} aria-label={texts.values}>
          {rows.map((row) => (
            <div
              key={row.name}
              className={classes.measure}
              data-gap={row.is === 'gap' || undefined}
            >
              <dt>{row.name}</dt>
              <dd>
                <SourcedText text={row.text} source={row.source} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

interface DisclosureProps {
  title: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A section that is closed at first; its content exists only while it is open. */
function Disclosure({ title, isOpen, onToggle, children }: DisclosureProps) {
  const id = useId();
  return (
    <section className={classes.disclosure}>
      <h3 className={classes.disclosureHead}>
        <UnstyledButton
          className={classes.disclosureButton}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(!isOpen)}
        >
          <IconChevronRight size={14} aria-hidden className={classes.chevron} />
          {title}
        </UnstyledButton>
      </h3>
      <div id={id}>{isOpen && children}</div>
    </section>
  );
}

const answerTitles: Record<OtherAnswer['is'], string> = {
  notUnderstood: texts.lastAnswerNotUnderstood,
  older: texts.lastAnswerAnOlderReport,
  ahead: texts.lastAnswerDatedInThe,
  behind: texts.lastAnswerOfAClock,
  none: texts.lastAnswer,
};

/** The records as the service sent them. */
function RawAnswers({ details }: { details: DeviceDetails }) {
  const { rawDevice, rawOtherAnswer, otherAnswer, rawFix } = details;
  return (
    <>
      <RawJson title={commonTexts.device} json={rawDevice} />
      {rawOtherAnswer !== null && otherAnswer && (
        <RawJson title={answerTitles[otherAnswer.is]} json={rawOtherAnswer} />
      )}
      {rawFix !== null && <RawJson title={texts.lastReport} json={rawFix} />}
    </>
  );
}

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
