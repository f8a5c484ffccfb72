import { useFormat } from '#lib/use-format';
import { ageStepMs, clock, useNow } from '#lib/clock';
import { age } from '#lib/format';

/** How long ago, ticking by itself; the exact moment with its zone as the title. */
export function AgeText({ at }: { at: number }) {
  const format = useFormat();
  const now = useNow(ageStepMs(clock.now() - at));
  return <span title={format.moment(at)}>{age(at, now)}</span>;
}
