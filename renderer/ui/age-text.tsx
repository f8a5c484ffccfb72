import { useFormat } from '#lib/use-format';
import { ageStepMs, clock, useNow } from '#lib/clock';
import { age } from '#lib/format';

/** A ticking age; the exact moment with its zone is the title. */
export function AgeText({ at }: { at: number }) {
  const format = useFormat();
  const now = useNow(ageStepMs(clock.now() - at));
  return <span title={format.moment(at)}>{age(at, now)}</span>;
}
