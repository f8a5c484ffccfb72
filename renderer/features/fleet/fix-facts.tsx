import { correctedTime, isBehind } from '#shared/domain/device-state';
import type { LastPosition } from '#shared/domain/fix';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useNow } from '#lib/clock';
import { coordinates } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { Fact, FactList } from '#ui/fact-list';
import { useIsRecent } from './details-state';
import { messages } from './fleet-messages';
import { texts } from './fleet-texts';
import { mappedText } from './known-fact';
import { KnownRows } from './known-rows';
import { motionRows } from './motion-rows';
import { Attributes, measurementRows, Messages } from './report-values';

/** The last report of a device, every value with its source, and its last known place. */
export function FixFacts({ details }: { details: DeviceDetails }) {
  const { fix, position, noPositionSince } = details;
  const isOld = !useIsRecent(details);
  const format = useFormat();
  return (
    <>
      <FactList title={texts.lastReport}>
        {(fix || position) && (
          <>
            <MomentFact
              name={texts.lastReport}
              at={fix?.at ?? null}
              from={fix?.gaps?.mapped?.['at'] ?? null}
            />
            <MomentFact name={texts.lastPosition} at={position?.at ?? null} isNone={!position} />
          </>
        )}
        {position && noPositionSince !== null && (
          <MomentFact name={texts.noPositionSince} at={noPositionSince} />
        )}
        {position ? (
          <PositionFact
            position={position}
            isOld={isOld || fix?.latitude === null}
            from={fix?.gaps?.mapped?.['latitude'] ?? null}
          />
        ) : (
          <Fact name={texts.position} isMissing>
            {texts.noPositionKnown}
          </Fact>
        )}
        {fix && (
          <KnownRows
            rows={[...motionRows(fix, isOld, format), ...measurementRows(fix, isOld, format)]}
          />
        )}
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
  const now = useNow(60_000);
  if (at === null) {
    return (
      <Fact name={name} isMissing>
        {isNone ? texts.noneKnown : texts.timeNotKnown}
      </Fact>
    );
  }
  const text = from === null ? format.moment(at) : mappedText(format.moment(at), from);
  if (isBehind(at, now)) {
    const corrected = correctedTime(at, now);
    return (
      <Fact name={name}>
        {corrected === null
          ? messages.dateIsWrong(text)
          : messages.dateIsCorrected(text, format.moment(corrected))}
      </Fact>
    );
  }
  return (
    <Fact name={name}>
      {text} (<AgeText at={at} />)
    </Fact>
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
  const text = coordinates(latitude, longitude, 'dd');
  return (
    <Fact name={texts.position} isOld={isOld}>
      {from === null ? text : mappedText(text, from)}
    </Fact>
  );
}
