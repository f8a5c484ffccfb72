import { Menu, Skeleton, UnstyledButton } from '@mantine/core';
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
import { useStore } from 'zustand';
import { alertKindName } from '#shared/domain/alert';
import { coordinateStyles, type CoordinateStyle } from '#shared/domain/coordinates';
import { deviceLabel } from '#shared/domain/device';
import { correctedTime, isBehind } from '#shared/domain/device-state';
import { displayText } from '#shared/domain/text';
import type { Fault } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useSettings } from '#features/settings';
import { mapFilesMirror } from '#features/map';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import { changeSettings } from '#lib/change-settings';
import { useAnswer, useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { AgeText } from '#ui/age-text';
import { CopyButton } from '#ui/copy-button';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { SidePanel, page } from '#ui/page';
import { StateBadge } from '#ui/state-badge';
import type { Format } from '#lib/format';
import type { Position } from '#engines/fleet';
import { withStreet, type Whereabouts } from '#shared/places/place';
import { IconButton } from '#ui/icon-button';
import {
  SourcedText,
  useDetailsState,
  useIsRecent,
  DeviceValues,
  overviewRows,
} from './device-values';
import { DevicePhones } from './device-phone';
import { useFleet, useFleetStore } from './fleet-store';
import classes from './fleet.module.css';

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
  const { t } = useFormat();
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
          <Disclosure
            title={t('fleet.details.allValues')}
            isOpen={isValuesOpen}
            onToggle={setValuesOpen}
          >
            <DeviceValues details={details} />
          </Disclosure>
          {showRawData && (
            <Disclosure title={t('fleet.details.raw')} isOpen={isRawOpen} onToggle={setRawOpen}>
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
  const { t } = useFormat();
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
      label={t('fleet.details')}
      title={label}
      subtitle={details?.device.description && displayText(details.device.description)}
      closeLabel={t('fleet.details.close')}
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
  const { t } = useFormat();
  const steps = [
    { name: t('fleet.details.previous'), Icon: IconChevronUp, to: index - 1 },
    { name: t('fleet.details.next'), Icon: IconChevronDown, to: index + 1 },
  ];
  return (
    <div className={classes.wayBack}>
      <ActionButton size="compact-sm" variant="subtle" icon={IconArrowLeft} onClick={onBack}>
        {matched === 0
          ? t('fleet.details.back')
          : matched < total
            ? t('fleet.details.backToPart', { matched, total })
            : t('fleet.details.backToAll', { total })}
      </ActionButton>
      {steps.map(({ name, Icon, to }) => {
        const isEnd = index < 0 || to < 0 || to >= rows;
        return (
          <IconButton
            key={name}
            isQuiet
            name={name}
            icon={Icon}
            // A button that is disabled loses the focus.
            data-disabled={isEnd || undefined}
            aria-disabled={isEnd}
            onClick={() => !isEnd && void store.selectRow(to, true)}
          />
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
  const { t } = useFormat();
  if (!fault) return null;
  if (fault.kind !== 'notFound')
    return <FaultNotice fault={fault} context="open" onDismiss={dismiss} />;
  return (
    <Notice tone="fault" title={t('fleet.details.gone')} isAlert onDismiss={dismiss}>
      {fault.message
        ? t('fleet.details.gone.textSaid', { message: fault.message })
        : t('fleet.details.gone.text')}
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
  const { t } = format;
  const now = useNow(60_000);
  const { unlistedAt } = details.device;
  return (
    <section className={classes.answer} aria-label={t('fleet.details.stateAndPosition')}>
      <div className={classes.now}>
        <Motion details={details} />
        <RefreshButton details={details} refresh={refresh} />
      </div>
      <Place details={details} />
      {unlistedAt !== null && (
        <p>
          {t('fleet.details.unlistedSince', {
            moment: format.moment(unlistedAt),
            age: format.age(unlistedAt, now),
          })}
        </p>
      )}
      <ReportNotes details={details} />
    </section>
  );
}

/** Asks for this device now; says when it was asked last. */
function RefreshButton({ details, refresh }: { details: DeviceDetails; refresh: Refresh }) {
  const format = useFormat();
  const { t } = format;
  const now = useNow(1_000);
  return (
    <IconButton
      isQuiet
      name={t('fleet.refresh.device')}
      icon={IconRefresh}
      iconSize={14}
      size="sm"
      title={t('fleet.refresh.deviceHint', { checked: checkStatus(details, now, format) })}
      loading={refresh.isBusy}
      onClick={refresh.run}
    />
  );
}

/** "Moving 45 km/h north-west, 10 s ago". A speed of the past is not shown as the present one. */
function Motion({ details }: { details: DeviceDetails }) {
  const format = useFormat();
  const { t } = format;
  const state = useDetailsState(details);
  const isRecent = useIsRecent(details);
  const { fix } = details;
  const speed = state === 'moving' && isRecent ? (fix?.speed ?? null) : null;
  return (
    <p className={classes.motion}>
      <StateBadge state={state} />
      {speed !== null && <strong>{format.speed(speed)}</strong>}
      {speed !== null && fix?.course != null && <span>{format.compassWord(fix.course)}</span>}
      {fix && (
        <span className={classes.quiet}>
          {fix.at === null ? t('fleet.details.timeNotKnown') : <AgeText at={fix.at} />}
        </span>
      )}
    </p>
  );
}

function Place({ details }: { details: DeviceDetails }) {
  const { position, fix, noPositionSince } = details;
  const format = useFormat();
  const { t } = format;
  const isRecent = useIsRecent(details);
  const at = position?.at ?? null;
  if (!position) return <p className={classes.place}>{t('fleet.position.none')}</p>;
  const text = format.coordinates(position.latitude, position.longitude);
  const isEarlier = fix !== null && position.at !== fix.at;
  return (
    <div className={classes.place} data-old={!isRecent || isEarlier || undefined}>
      <p>
        <NearestStreet latitude={position.latitude} longitude={position.longitude} />
      </p>
      <p className={classes.position}>
        <bdi className={classes.coordinates}>{text}</bdi>
        <CopyIcon text={text} />
        <CoordinateFormat />
      </p>
      {noPositionSince !== null && (
        <p>
          <AgeText
            at={noPositionSince}
            text={(age) =>
              t('fleet.position.noneSince', { moment: format.moment(noPositionSince), age })
            }
          />
        </p>
      )}
      {(isEarlier || noPositionSince !== null) && at !== null && (
        <p className={classes.quiet}>
          <AgeText
            at={at}
            text={(age) => t('fleet.position.last', { moment: format.moment(at), age })}
          />
        </p>
      )}
    </div>
  );
}

function CopyIcon({ text }: { text: string }) {
  const { t } = useFormat();
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;
  const copy = async () => {
    if ((await api.app.copyText({ text })).ok) setCopied(text);
  };
  const name = isCopied ? t('fleet.coordinates.copied') : t('fleet.coordinates.copy');
  return (
    <IconButton
      isQuiet
      name={name}
      icon={isCopied ? IconCheck : IconCopy}
      iconSize={14}
      size="sm"
      onClick={() => void copy()}
    />
  );
}

/** A place that nobody takes for the position of a device. */
const sample = { latitude: 12.5, longitude: 34.5 };

/** Chooses how positions are written, everywhere. */
function CoordinateFormat() {
  const { t, coordinates, coordinateStyle } = useFormat();
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <IconButton
          isQuiet
          name={t('settings.coordinates')}
          icon={IconChevronDown}
          iconSize={14}
          size="sm"
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('settings.coordinates')}</Menu.Label>
        <Menu.RadioGroup
          value={coordinateStyle}
          onChange={(next) => void changeSettings({ coordinateStyle: next as CoordinateStyle })}
        >
          {coordinateStyles.map((style) => (
            <Menu.RadioItem key={style} value={style} closeMenuOnClick>
              {t(`settings.coordinates.${style}`)}
              <span className={classes.sample}>
                {t('fleet.coordinates.sample', {
                  coordinates: coordinates(sample.latitude, sample.longitude, style),
                })}
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
  const { t, age } = useFormat();
  const now = useNow(1_000);
  const isRecent = useIsRecent(details);
  const { checkedAt, fix, position } = details;
  const at = fix?.at ?? null;
  const isOutOfDate = !isRecent && at !== null && at <= now && !isBehind(at, now);
  const isSilent = checkedAt !== null && !fix && !position && !details.otherAnswer;
  const notes = [
    useAnswerNote(details),
    isOutOfDate && t('fleet.answer.outOfDate', { age: age(at, now) }),
    isSilent && t('fleet.answer.neverReported'),
  ].filter((note) => typeof note === 'string');
  return notes.map((note) => (
    <span key={note} className={classes.reportNote}>
      {note}
    </span>
  ));
}

function useAnswerNote({ otherAnswer, fix }: DeviceDetails): string | null {
  const format = useFormat();
  const { t } = format;
  if (otherAnswer === null) return null;
  const time =
    otherAnswer.at === null ? t('fleet.answer.unknownTime') : format.moment(otherAnswer.at);
  switch (otherAnswer.is) {
    case 'notUnderstood':
      return fix ? t('fleet.answer.notUnderstoodKept') : t('fleet.answer.notUnderstood');
    case 'older':
      return t('fleet.answer.older', { time });
    case 'ahead':
      return t('fleet.answer.ahead', { time });
    case 'behind': {
      const corrected = otherAnswer.at === null ? null : correctedTime(otherAnswer.at, clock.now());
      return corrected === null
        ? t('fleet.answer.behind', { time })
        : t('fleet.answer.behindCorrected', { time, corrected: format.moment(corrected) });
    }
    case 'none':
      return t('fleet.answer.none');
  }
}

/** What the device measured and reports, as far as it sent any; empty values take no room. */
function Overview({ details }: { details: DeviceDetails }) {
  const format = useFormat();
  const { t } = format;
  const isOld = !useIsRecent(details);
  const { fix } = details;
  if (!fix) return null;
  const rows = overviewRows(fix, isOld, format);
  const alerts = format.items([
    ...new Set([...fix.alerts, ...fix.warnings].map((name) => alertKindName(name, format.t))),
  ]);
  return (
    <>
      {alerts !== '' && (
        <p
          className={classes.reported}
          data-critical={fix.hasCriticalAlert === true || undefined}
          data-old={isOld || undefined}
        >
          {fix.hasCriticalAlert === true
            ? t('fleet.report.critical', { alerts })
            : t('fleet.report.alerts', { alerts })}
        </p>
      )}
      {rows.length > 0 && (
        <dl
          className={classes.strip}
          data-old={isOld || undefined}
          aria-label={t('fleet.details.values')}
        >
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

/** The records as the service sent them. */
function RawAnswers({ details }: { details: DeviceDetails }) {
  const { t } = useFormat();
  const { rawDevice, rawOtherAnswer, otherAnswer, rawFix } = details;
  return (
    <>
      <RawJson title={t('common.device')} json={rawDevice} />
      {rawOtherAnswer !== null && otherAnswer && (
        <RawJson title={t(`fleet.raw.${otherAnswer.is}`)} json={rawOtherAnswer} />
      )}
      {rawFix !== null && <RawJson title={t('fleet.column.lastReport')} json={rawFix} />}
    </>
  );
}

function RawJson({ title, json }: { title: string; json: string }) {
  const { t } = useFormat();
  const text = indentJson(json);
  return (
    <section className={classes.raw} aria-label={t('fleet.raw.asJson', { record: title })}>
      <div className={classes.rawHead}>
        <h4 className={page.quiet}>{t('fleet.raw.title', { record: title })}</h4>
        <CopyButton text={text}>{t('fleet.raw.copy')}</CopyButton>
      </div>
      <pre className={classes.json} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

/** A check that is so late is not announced any longer: the refresh stopped. */
const lateMs = 10_000;

/** When the device was checked, and about when it is checked next if that is planned. */
export function checkStatus(
  { checkedAt, nextCheckAt = null }: Pick<DeviceDetails, 'checkedAt' | 'nextCheckAt'>,
  now: number,
  { t, ...format }: Format,
): string {
  if (checkedAt === null) return t('fleet.checked.never');
  const age = format.age(checkedAt, now);
  const wait = nextCheckAt === null ? Number.NEGATIVE_INFINITY : nextCheckAt - now;
  if (wait < -lateMs) return t('fleet.checked.at', { age });
  return wait < 1_000
    ? t('fleet.checked.nextSoon', { age })
    : t('fleet.checked.nextIn', { age, time: format.span(wait) });
}

/**
 * Indents JSON token by token. Parsing and writing it again would change values such as 1.0 or a long
 * id.
 */
export function indentJson(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? [];
  let depth = 0;
  let text = '';
  const newLine = () => `\n${'  '.repeat(depth)}`;
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    if (token === '}' || token === ']') {
      depth -= 1;
      const isEmpty = before === '{' || before === '[';
      text += isEmpty ? token : newLine() + token;
      return;
    }
    if (before === '{' || before === '[' || before === ',') text += newLine();
    if (token === '{' || token === '[') depth += 1;
    text += token === ':' ? ': ' : token;
  });
  return text;
}

/** Where a position is: in places of the user, else near a town; null without a position, and until it is known. */
export function usePlace(latitude: number | null, longitude: number | null) {
  const { client } = useFleetStore();
  const version = useFleet(({ view }) => view?.placesVersion);
  const hasPosition = latitude !== null && longitude !== null;
  const places = useWorkerAnswer(
    hasPosition ? () => client.places([{ latitude, longitude }]) : null,
    [client, latitude, longitude, version],
  );
  return places?.[0] ?? null;
}

/** Where a position is, as text; nothing without a position. */
export function NearestTown({ latitude, longitude }: Position) {
  const place = usePlace(latitude, longitude);
  return latitude === null ? null : <Where place={place} isPending={place === null} />;
}

/** The same with the nearest street, if a map on this computer has it: for positions that somebody looks at. */
export function NearestStreet({ latitude, longitude }: Position) {
  const place = usePlace(latitude, longitude);
  const hasPosition = latitude !== null && longitude !== null;
  // Main sends another list when one was added, is gone or has changed.
  const maps = useStore(mapFilesMirror, ({ value }) => value);
  const streets = useAnswer(
    hasPosition ? () => api.maps.streets({ positions: [{ latitude, longitude }] }) : null,
    [latitude, longitude, maps],
  );
  const isPending = place === null || streets.isPending;
  return hasPosition ? (
    <Where place={place && withStreet(place, streets.value?.[0])} isPending={isPending} />
  ) : null;
}

function Where({ place, isPending }: { place: Whereabouts | null; isPending: boolean }) {
  const format = useFormat();
  const usualCountry = useFleet(({ view }) => view?.usualCountry ?? null);
  return (
    <span
      title={place ? format.placeTitle(place) : undefined}
      // Printing waits for it.
      data-place-loading={isPending || undefined}
    >
      {place && format.place(place, usualCountry)}
    </span>
  );
}
