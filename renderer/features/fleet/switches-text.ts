/** "1, 3 on; 2, 4–8 off": inputs or outputs by their state, unused ones in ranges. */
export function switchesText(values: readonly boolean[]): string {
  const on = rangesText(values, true);
  const off = rangesText(values, false);
  if (on === '') return off === '' ? 'None' : `${off} off`;
  return off === '' ? `${on} on` : `${on} on; ${off} off`;
}

/** The numbers, counted from 1, of the values that are `state`; three or more in a row as a range. */
function rangesText(values: readonly boolean[], state: boolean): string {
  const parts: string[] = [];
  for (let from = 0; from < values.length; from++) {
    if (values[from] !== state) continue;
    let to = from;
    while (values[to + 1] === state) to++;
    if (to - from >= 2) parts.push(`${from + 1}–${to + 1}`);
    else for (let at = from; at <= to; at++) parts.push(String(at + 1));
    from = to;
  }
  return parts.join(', ');
}
