import type { Format } from '#lib/format';

/** "1, 3 on; 2, 4–8 off": inputs or outputs by their state, unused ones in ranges. */
export function switchStates(values: readonly boolean[], { t, items, count }: Format): string {
  const numbers = (state: boolean) =>
    items(
      rangesOf(values, state).map(([from, to]) =>
        from === to ? count(from) : `${count(from)}–${count(to)}`,
      ),
    );
  const [on, off] = [numbers(true), numbers(false)];
  if (on === '')
    return off === '' ? t('fleet.values.none') : t('fleet.values.switchesOff', { off });
  return off === ''
    ? t('fleet.values.switchesOn', { on })
    : t('fleet.values.switches', { on, off });
}

/** The numbers, counted from 1, of the values that are `state`; three or more in a row as a range. */
function rangesOf(values: readonly boolean[], state: boolean): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let from = 0; from < values.length; from++) {
    if (values[from] !== state) continue;
    let to = from;
    while (values[to + 1] === state) to++;
    if (to - from >= 2) ranges.push([from + 1, to + 1]);
    else for (let at = from; at <= to; at++) ranges.push([at + 1, at + 1]);
    from = to;
  }
  return ranges;
}
