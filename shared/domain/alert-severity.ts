export const severities = ['sos', 'critical', 'warning', 'info'] as const;
/** How urgent an alert is; `sos`: a person asks for help. */
export type Severity = (typeof severities)[number];

/** Documented names that are not a warning; all others, and undocumented ones, are. */
const other: Readonly<Record<string, Severity>> = {
  SOSButton: 'sos',
  GPSUnplugged: 'critical',
  Vibration: 'critical',
  AuthenticationFailed: 'critical',
  ForbiddenArea: 'critical',
  CheckPoint: 'info',
  CheckArea: 'info',
  Mileage: 'info',
  SleepMode: 'info',
  FutureDate: 'info',
  PastDate: 'info',
  Sensor1On: 'info',
  Sensor2On: 'info',
  Sensor3On: 'info',
  Sensor4On: 'info',
  Sensor1Off: 'info',
  Sensor2Off: 'info',
  Sensor3Off: 'info',
  Sensor4Off: 'info',
};

/** The most urgent of the kinds that were raised together; without a kind it is a warning. */
export function severityOf(names: readonly string[]): Severity {
  if (names.length === 0) return 'warning';
  const found = new Set(
    names.map((name) => (Object.hasOwn(other, name) ? other[name]! : 'warning')),
  );
  return severities.find((severity) => found.has(severity)) ?? 'warning';
}

/** 0: the most urgent. */
export const urgencyOf = (names: readonly string[]): number =>
  severities.indexOf(severityOf(names));

/** Open calls for help first; the others stay in their order. */
export function withSosFirst<T extends { alerts: readonly string[]; acknowledged: unknown }>(
  entries: readonly T[],
): T[] {
  const isPinned = ({ alerts, acknowledged }: T) =>
    acknowledged === null && severityOf(alerts) === 'sos';
  return [...entries.filter(isPinned), ...entries.filter((entry) => !isPinned(entry))];
}
