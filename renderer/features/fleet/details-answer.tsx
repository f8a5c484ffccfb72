import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { age, compassWord, coordinates, type CoordinateStyle } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { StateBadge } from '#ui/state-badge';
import { CoordinateFormat } from './coordinate-format';
import { positionMessages } from './details-messages';
import { useDetailsState, useIsRecent } from './details-state';
import classes from './details.module.css';
import { EstimatedPosition } from './estimated-position';
import { texts } from './fleet-texts';
import { RefreshButton } from './refresh-button';
import { ReportNotes } from './report-notes';
import type { Refresh } from './use-refresh';
import { usePlace } from './use-place';
import { messages } from './fleet-messages';

interface DetailsAnswerProps {
  details: DeviceDetails;
  refresh: Refresh;
}

/** What the device does, how old that is, and where it is. */
export function DetailsAnswer({ details, refresh }: DetailsAnswerProps) {
  const isOld = !useIsRecent(details);
  return (
    <section className={classes.answer} aria-label={texts.stateAndPosition}>
      <Motion details={details} isOld={isOld} />
      <Place details={details} isOld={isOld} />
      <EstimatedPosition details={details} />
      <Unlisted details={details} />
      <div className={classes.notes}>
        <span className={classes.noteTexts}>
          <ReportNotes details={details} isOld={isOld} />
        </span>
        <RefreshButton refresh={refresh} />
      </div>
    </section>
  );
}

/** "Moving 45 km/h north-west, 10 s ago". A speed of the past is not shown as the present one. */
function Motion({ details, isOld }: { details: DeviceDetails; isOld: boolean }) {
  const format = useFormat();
  const state = useDetailsState(details);
  const { fix } = details;
  const speed = state === 'moving' && !isOld ? (fix?.speed ?? null) : null;
  return (
    <p className={classes.motion}>
      <StateBadge state={state} />
      {speed !== null && <strong>{format.speed(speed)}</strong>}
      {speed !== null && fix?.course != null && <span>{compassWord(fix.course)}</span>}
      {fix && fix.at === null && <span className={classes.quiet}>{texts.timeNotKnown}</span>}
      {fix?.at != null && (
        <span className={classes.quiet}>
          <AgeText at={fix.at} />
        </span>
      )}
    </p>
  );
}

function Place({ details, isOld }: { details: DeviceDetails; isOld: boolean }) {
  const { position, fix, noPositionSince } = details;
  const format = useFormat();
  const [style, setStyle] = useState<CoordinateStyle>('dd');
  const place = usePlace(position?.latitude ?? null, position?.longitude ?? null);
  if (!position) return <p className={classes.place}>{positionMessages.none}</p>;
  const text = coordinates(position.latitude, position.longitude, style);
  const isEarlier = fix !== null && position.at !== fix.at;
  return (
    <div className={classes.place} data-old={isOld || isEarlier || undefined}>
      {place && <p title={format.placeTitle(place)}>{format.placeWithRegion(place)}</p>}
      <p className={classes.position}>
        <span className={classes.coordinates}>{text}</span>
        <CopyIcon text={text} />
        <CoordinateFormat value={style} onChange={setStyle} />
      </p>
      {noPositionSince !== null && <NoPositionSince at={noPositionSince} />}
      {(isEarlier || noPositionSince !== null) && position.at !== null && (
        <p className={classes.quiet}>
          <AgeText at={position.at} text={positionMessages.last(position.at, format)} />
        </p>
      )}
    </div>
  );
}

function NoPositionSince({ at }: { at: number }) {
  const format = useFormat();
  return (
    <p>
      <AgeText at={at} text={positionMessages.noneSince(at, format)} />
    </p>
  );
}

function Unlisted({ details: { device } }: { details: DeviceDetails }) {
  const format = useFormat();
  const now = useNow(60_000);
  const at = device.unlistedAt;
  if (at === null) return null;
  return <p>{messages.noLongerListedSince(format.moment(at), age(at, now))}</p>;
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
