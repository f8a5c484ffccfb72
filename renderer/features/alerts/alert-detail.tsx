import { Anchor, Button, CloseButton, Menu, Textarea } from '@mantine/core';
import {
  IconArrowLeft,
  IconBellOff,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconHistory,
  IconMapPin,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { AlertEntry } from '#shared/domain/alert';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { DevicePhones, NearestStreet, useCopyAsText, useFleetStore } from '#features/fleet';
import { openHistory } from '#features/history';
import { api } from '#lib/api';
import { groupsText } from '#lib/known-values';
import { useAnswer } from '#lib/use-answer';
import { useEscape } from '#lib/use-escape';
import { isShortcut } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { AgeText } from '#ui/age-text';
import { CopyButton } from '#ui/copy-button';
import { Fact, FactList } from '#ui/fact-list';
import { page } from '#ui/page';
import { IconButton } from '#ui/icon-button';
import { acknowledge, withdraw } from './acknowledge';
import {
  alertPlace,
  alertText,
  alertTitle,
  sentText,
  titleWithSeverity,
  unreadKinds,
  whenText,
} from './alert-facts';
import classes from './alerts.module.css';
import { SeverityMark } from './alert-row';
import { MutedLine, MuteItems } from './snooze';
import { alertsStore, typedNotes } from './store';

interface AlertDetailProps {
  entry: AlertEntry;
  /** It was opened as a call for help: the note has the focus. */
  isCall: boolean;
  /** The name of the device. */
  label: string;
  /** The place of the alert in the list, from 0. */
  index: number;
  count: number;
  onStep: (step: -1 | 1) => void;
  /** Opens the next alert that is not acknowledged; undefined: there is none. */
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** The details of one alert, and its acknowledgement. */
export function AlertDetail({ entry, isCall, label, onNext, onClose, ...place }: AlertDetailProps) {
  const format = useFormat();
  const { t } = format;
  const { deviceId, latitude, longitude } = entry;
  const { value: device } = useAnswer(() => api.fleet.details({ id: deviceId }), [deviceId]);
  const panel = useFocusKept(entry.id);
  useEscape(onClose);
  const position = alertPlace(entry, format);
  const kinds = unreadKinds(entry, format);
  const isPlaced = latitude !== null && longitude !== null;
  return (
    <section ref={panel} className={classes.detail} aria-label={t('alerts.detail')} tabIndex={-1}>
      <DetailBar {...place} onClose={onClose} />
      <div className={page.body}>
        <header className={classes.head}>
          <h2 className={page.title}>{label}</h2>
          <p className={page.inline}>
            <SeverityMark alerts={entry.alerts} />
            <span>{alertTitle(entry, format)}</span>
            <span className={page.dimmed}>
              <AgeText at={entry.at} />
            </span>
          </p>
          <p>
            {isPlaced ? (
              <NearestStreet latitude={latitude} longitude={longitude} />
            ) : (
              <span className={page.dimmed}>{t('alerts.detail.noPosition')}</span>
            )}
          </p>
          {device && <DevicePhones device={device.device} />}
          <MutedLine device={{ id: deviceId, label }} />
        </header>
        <Acknowledgement key={entry.id} {...{ entry, isCall, onNext }} />
        <DetailActions entry={entry} label={label} />
        <FactList title={t('alerts.detail.alert')}>
          <Fact name={t('alerts.detail.time')}>{format.moment(entry.at)}</Fact>
          <ProvidedFact name={t('common.text')} text={alertText(entry, format)} />
          {kinds !== null && <Fact name={t('alerts.detail.kinds')}>{kinds}</Fact>}
          {position !== t('common.notProvided') && (
            <Fact name={t('alerts.detail.position')}>
              <span className={page.row}>
                {position}
                {isPlaced && (
                  <CopyButton aria-label={t('alerts.detail.copyCoordinates')} text={position}>
                    {t('alerts.detail.copy')}
                  </CopyButton>
                )}
              </span>
            </Fact>
          )}
          {device && (
            <Fact name={t('common.groups')}>
              <Groups details={device} onChoose={onClose} />
            </Fact>
          )}
          <ProvidedFact name={t('alerts.detail.sent')} text={sentText(entry, format)} />
        </FactList>
      </div>
    </section>
  );
}

/** The keys continue in the details when another alert takes the place of the one that had them. */
function useFocusKept(id: string) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused.closest('[inert]');
    if (isLost) panel.current?.focus({ preventScroll: true });
  }, [id]);
  return panel;
}

type DetailBarProps = Pick<AlertDetailProps, 'index' | 'count' | 'onStep' | 'onClose'>;

/** Which of the alerts it is, the ones beside it, and the way back. */
function DetailBar({ index, count, onStep, onClose }: DetailBarProps) {
  const { t } = useFormat();
  const place = { place: index + 1, total: count };
  const step = (direction: -1 | 1) => {
    const name = direction < 0 ? t('alerts.detail.previous') : t('alerts.detail.next');
    const Icon = direction < 0 ? IconChevronLeft : IconChevronRight;
    const isEnd = index < 0 || index + direction < 0 || index + direction >= count;
    return (
      <IconButton
        name={name}
        icon={Icon}
        size={28}
        // A button that is disabled loses the focus.
        data-disabled={isEnd || undefined}
        aria-disabled={isEnd}
        onClick={() => !isEnd && onStep(direction)}
      />
    );
  };
  return (
    <div className={`${page.row} ${classes.bar}`}>
      <ActionButton
        className={classes.back}
        size="compact-sm"
        variant="subtle"
        icon={IconArrowLeft}
        onClick={onClose}
      >
        {index < 0 ? t('alerts.detail.back') : t('alerts.detail.backTo', place)}
      </ActionButton>
      {index >= 0 && <span className={classes.placeOf}>{t('alerts.detail.placeOf', place)}</span>}
      <span className={classes.steps}>
        {step(-1)}
        {step(1)}
        <CloseButton
          className={classes.close}
          aria-label={t('ui.closeDetails')}
          onClick={onClose}
        />
      </span>
    </div>
  );
}

/** Nothing if the service did not provide it. */
function ProvidedFact({ name, text }: { name: string; text: string }) {
  const { t } = useFormat();
  return text === t('common.notProvided') ? null : <Fact name={name}>{text}</Fact>;
}

/** The groups of the device; each shows its alerts. */
function Groups({ details, onChoose }: { details: DeviceDetails; onChoose: () => void }) {
  const format = useFormat();
  const { t } = format;
  const { groups, groupGap } = details;
  if (groups.length === 0) return groupsText([], groupGap, format);
  return (
    <span className={page.row}>
      {groups.map(({ id, name }) => (
        <Anchor
          key={id}
          component="button"
          size="sm"
          title={t('alerts.detail.alertsOfGroup', { group: name })}
          onClick={() => {
            alertsStore.setState({ groupId: id, devices: [] });
            onChoose();
          }}
        >
          <bdi>{name}</bdi>
        </Anchor>
      ))}
    </span>
  );
}

const aroundMs = 1_800_000;

function DetailActions({ entry, label }: Pick<AlertDetailProps, 'entry' | 'label'>) {
  const format = useFormat();
  const { t } = format;
  const fleet = useFleetStore();
  const copyAsText = useCopyAsText();
  const { deviceId: id, at, latitude, longitude, text } = entry;
  const position = latitude === null || longitude === null ? null : { latitude, longitude };
  const title = [titleWithSeverity(entry, format), label, ...(text === null ? [] : [text])];
  const actions = [
    {
      name: t('alerts.detail.showDevice'),
      Icon: IconMapPin,
      run: () => {
        fleet.show(id);
        window.location.hash = '#/fleet';
      },
    },
    {
      name: t('common.history'),
      Icon: IconHistory,
      run: () => openHistory({ id, label }, { from: at - aroundMs, to: at + aroundMs }),
    },
    {
      name: t('fleet.asText'),
      Icon: IconCopy,
      run: () => void copyAsText(id, { title, position, at }),
    },
  ];
  return (
    <div className={`${page.row} ${classes.actions}`}>
      {actions.map(({ name, Icon, run }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={run}
        >
          {name}
        </Button>
      ))}
      <Menu position="bottom-start" withArrow>
        <Menu.Target>
          <ActionButton size="compact-sm" icon={IconBellOff}>
            {t('alerts.mute')}
          </ActionButton>
        </Menu.Target>
        <Menu.Dropdown>
          <MuteItems device={{ id, label }} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** The note and who saw to it; then the next alert that is open. */
function Acknowledgement({
  entry,
  isCall,
  onNext,
}: Pick<AlertDetailProps, 'entry' | 'isCall' | 'onNext'>) {
  const format = useFormat();
  const { t } = format;
  const typed = useStore(typedNotes, (notes) => notes[entry.id]);
  const [isBusy, setBusy] = useState(false);
  const { acknowledged } = entry;
  const next = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isCall) note.current?.focus({ preventScroll: true });
  }, [isCall]);
  const isTyping = !acknowledged || typed !== undefined;
  const type = (text: string) => typedNotes.setState({ [entry.id]: text });
  const run = async (change: typeof acknowledge) => {
    setBusy(true);
    const isDone = await change(entry).finally(() => setBusy(false));
    // The button that was pressed is gone.
    if (isDone) next.current?.focus();
  };
  return (
    <div className={classes.acknowledge}>
      {acknowledged && (
        <p className={page.row}>
          <span className={`${page.inline} ${page.strong}`}>
            <IconCheck size={15} aria-hidden />
            {t('alerts.detail.acknowledged', { time: whenText(acknowledged.at, format) })}
          </span>
          <ActionButton size="compact-xs" disabled={isBusy} onClick={() => void run(withdraw)}>
            {t('common.undo')}
          </ActionButton>
          {!isTyping && (
            <Button size="compact-xs" variant="subtle" onClick={() => type(acknowledged.note)}>
              {acknowledged.note ? t('alerts.detail.note.change') : t('alerts.detail.note.add')}
            </Button>
          )}
        </p>
      )}
      {acknowledged?.note && !isTyping && <p className={page.breakable}>{acknowledged.note}</p>}
      {isTyping && (
        <Textarea
          ref={note}
          size="xs"
          aria-label={t('alerts.detail.note')}
          placeholder={t('alerts.acknowledge.noteOptional')}
          title={t('alerts.detail.note.where')}
          value={typed ?? ''}
          maxLength={2000}
          autosize
          minRows={1}
          maxRows={6}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isShortcut(event, 'acknowledgeNote')) return;
            event.preventDefault();
            void run(acknowledge);
          }}
        />
      )}
      <div className={page.row}>
        {isTyping && (
          <ActionButton
            variant="filled"
            loading={isBusy}
            title={acknowledged ? undefined : t('alerts.acknowledge.key')}
            icon={IconCheck}
            onClick={() => void run(acknowledge)}
          >
            {acknowledged ? t('alerts.detail.note.save') : t('alerts.acknowledge')}
          </ActionButton>
        )}
        <Button
          ref={next}
          size="xs"
          variant={acknowledged && onNext ? 'filled' : 'default'}
          // It takes the focus also where there is none.
          data-disabled={!onNext || undefined}
          aria-disabled={!onNext}
          title={t('alerts.detail.nextOpen.key')}
          rightSection={<IconChevronRight size={14} aria-hidden />}
          onClick={onNext}
        >
          {onNext ? t('alerts.detail.nextOpen') : t('alerts.detail.noOtherOpen')}
        </Button>
      </div>
    </div>
  );
}
