import { Button, NativeSelect } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { Fix } from '#shared/domain/fix';
import { knownOf } from '#shared/domain/known';
import type { LastPosition } from '#shared/domain/last-report';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useFormat } from '#lib/use-format';
import { api } from '#lib/api';
import {
  compassWord,
  coordinates,
  coordinateStyles,
  duration,
  type CoordinateStyle,
} from '#lib/format';
import { CopyButton } from '#ui/copy-button';
import { Fact, FactList } from '#ui/fact-list';
import { AgeText } from '#ui/age-text';
import classes from './details.module.css';
import { useIsRecent } from './details-state';
import { KnownFact, mappedText } from './known-fact';
import { Attributes, Measurements, Messages } from './report-values';
import { ReportNotes } from './report-notes';

/** The last report of a device, every field with its unit, and its last known place. */
export function FixFacts({ details }: { details: DeviceDetails }) {
  const { fix, position, noPositionSince } = details;
  const isOld = !useIsRecent(details);
  return (
    <>
      <FactList title="Last report" note={<ReportNotes details={details} isOld={isOld} />}>
        {(fix || position) && (
          <>
            <MomentFact
              name="Last report"
              at={fix?.at ?? null}
              from={fix?.gaps?.mapped?.['at'] ?? null}
            />
            <MomentFact name="Last position" at={position?.at ?? null} isNone={!position} />
          </>
        )}
        {position && noPositionSince !== null && (
          <MomentFact name="No position since" at={noPositionSince} />
        )}
        {position ? (
          <PositionFact
            position={position}
            isOld={isOld || fix?.latitude === null}
            from={fix?.gaps?.mapped?.['latitude'] ?? null}
          />
        ) : (
          <Fact name="Position" isMissing>
            No position known
          </Fact>
        )}
        {fix && <Motion fix={fix} isOld={isOld} />}
        {fix && <Measurements fix={fix} isOld={isOld} />}
      </FactList>
      {fix && <Messages fix={fix} isOld={isOld} />}
      {fix && <Attributes fix={fix} isOld={isOld} />}
    </>
  );
}

interface MomentFactProps {
  name: string;
  at: number | null;
  /** There is nothing that could have a time. */
  isNone?: boolean;
  /** The member it was read from by a field mapping. */
  from?: string | null;
}

function MomentFact({ name, at, isNone = false, from = null }: MomentFactProps) {
  const format = useFormat();
  if (at === null) {
    return (
      <Fact name={name} isMissing>
        {isNone ? 'None known' : 'Time not known'}
      </Fact>
    );
  }
  return (
    <Fact name={name}>
      {from === null ? format.moment(at) : mappedText(format.moment(at), from)} (
      <AgeText at={at} />)
    </Fact>
  );
}

function Motion({ fix, isOld }: { fix: Fix; isOld: boolean }) {
  const format = useFormat();
  const speed = (value: number) => {
    const sent = `(sent as ${format.number(value)}, assumed ${format.serviceSpeedUnit})`;
    // A speed of the past is never shown as if it were the present one.
    return isOld && fix.at !== null
      ? `${format.speed(value)} at ${format.moment(fix.at)} ${sent}`
      : `${format.speed(value)} ${sent}`;
  };
  return (
    <>
      <KnownFact name="Speed" known={knownOf(fix, 'speed')} format={speed} isOld={isOld} />
      <KnownFact
        name="Course"
        known={knownOf(fix, 'course')}
        format={(value) => `${format.number(Math.round(value * 10) / 10)}° (${compassWord(value)})`}
        isOld={isOld}
      />
      <KnownFact
        name="Stationary for"
        known={knownOf(fix, 'inactiveSeconds')}
        format={duration}
        isOld={isOld}
      />
    </>
  );
}

interface PositionProps {
  position: LastPosition;
  isOld: boolean;
  /** The member its latitude was read from by a field mapping. */
  from: string | null;
}

/** The place of the last report that had one. */
function PositionFact({ position: { latitude, longitude }, isOld, from }: PositionProps) {
  const [style, setStyle] = useState<CoordinateStyle>('dd');
  const text = coordinates(latitude, longitude, style);
  return (
    <>
      <Fact name="Position" isOld={isOld}>
        {from === null ? text : mappedText(text, from)}
      </Fact>
      <dd className={classes.tools}>
        <NativeSelect
          size="xs"
          className={classes.style}
          aria-label="Coordinate format"
          value={style}
          data={coordinateStyles.map((value) => ({ value, label: styleNames[value] }))}
          onChange={(event) => setStyle(event.currentTarget.value as CoordinateStyle)}
        />
        <CopyButton onCopy={async () => (await api.app.copyText({ text })).ok}>
          Copy coordinates
        </CopyButton>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconExternalLink size={13} aria-hidden />}
          onClick={() => void api.app.openInBrowserMap({ latitude, longitude })}
        >
          Open in browser map
        </Button>
      </dd>
    </>
  );
}

const styleNames: Record<CoordinateStyle, string> = {
  dd: '45.81500°',
  ddm: '45° 48.900′',
  dms: '45° 48′ 54.0″',
};
