import { useFormat } from '#lib/use-format';
import { ageStepMs, clock, useNow } from '#lib/clock';
import { age } from '#lib/format';

interface AgeTextProps {
  at: number;
  /** The whole text for an age; absent: the age alone. */
  text?: (age: string) => string;
}

/** A ticking age; the exact moment with its zone is the title. */
export function AgeText({ at, text = (age) => age }: AgeTextProps) {
  const format = useFormat();
  const now = useNow(ageStepMs(clock.now() - at));
  return <span title={format.moment(at)}>{text(age(at, now))}</span>;
}
