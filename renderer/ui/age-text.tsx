import { isBehind } from '#shared/domain/device-state';
import { useFormat } from '#lib/use-format';
import { ageStepMs, clock, useNow } from '#lib/clock';
import { age } from '#lib/format';
import { uiMessages } from '#lib/ui-texts';

interface AgeTextProps {
  at: number;
  /** The whole text for an age; absent: the age alone. */
  text?: (age: string) => string;
}

/** A ticking age; the exact moment with its zone is the title. */
export function AgeText({ at, text = (age) => age }: AgeTextProps) {
  const format = useFormat();
  const now = useNow(ageStepMs(clock.now() - at));
  // An age of decades is that of a wrong clock, so the date is shown instead.
  const shown = isBehind(at, now) ? uiMessages.dated(format.day(at)) : age(at, now);
  return <span title={format.moment(at)}>{text(shown)}</span>;
}
