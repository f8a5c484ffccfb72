import { isBehind } from '#shared/domain/device-state';
import { useFormat } from '#lib/use-format';
import { ageStepMs, clock, useNow } from '#lib/clock';

interface AgeTextProps {
  at: number;
  /** The whole text for an age; absent: the age alone. */
  text?: (age: string) => string;
  /** "20 s" instead of "20 s ago", where a column says what it is. */
  isShort?: boolean;
}

/** A ticking age; the exact moment with its zone is the title. */
export function AgeText({ at, text = (age) => age, isShort }: AgeTextProps) {
  const format = useFormat();
  const now = useNow(ageStepMs(clock.now() - at));
  // An age of decades is that of a wrong clock, so the date is shown instead.
  const shown = isBehind(at, now)
    ? format.t('ui.age.dated', { day: format.day(at) })
    : isShort && at <= now
      ? format.span(now - at)
      : format.age(at, now);
  return <span title={format.moment(at)}>{text(shown)}</span>;
}
