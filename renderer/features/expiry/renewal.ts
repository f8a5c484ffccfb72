/// <reference lib="esnext.temporal" />

/** A calendar day some time after another; the last of the month where that day does not exist. */
export function dayAhead(
  day: string,
  by: { days?: number; months?: number; years?: number },
): string {
  return Temporal.PlainDate.from(day).add(by).toString();
}
