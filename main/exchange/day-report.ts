import { dayInZone, zonedMoment, dayText } from '#shared/domain/calendar';
import { type LoadedState, loadedNotes } from '#shared/domain/history';
import { metresPerSecond } from '#shared/domain/settings';
import { type DistanceUnit, metresPer, metresPerLength, unitsOf } from '#shared/domain/units';
import { distanceMethod } from '#shared/history/distance';
import type { Journey, Stop, Trip } from '#shared/history/trips';
import type { NameTown } from '#shared/places/place';
import { escaped } from './map-formats';
import { encodedPieces, type CountRows, type FileInPieces } from './pieces';
import { type Note, longTableOf, type ColumnOf, column } from './table';
import { tablePieces } from './table-file';
import { type TrackContext, journeyNotes } from './tracks/device-tracks';

/** An alert of the day, in words. */
interface ReportedAlert {
  at: number;
  text: string;
}

/** A device of the report, with what is cached of its day. */
export interface ReportedDevice {
  deviceId: string;
  label: string;
  locations: LoadedState;
  alerts: LoadedState;
  reported: readonly ReportedAlert[];
}

export interface ReportContext extends TrackContext {
  /** YYYY-MM-DD in the zone of the context. */
  day: string;
}

/** A device with the journey that was found in its track. */
interface DeviceDay extends ReportedDevice {
  journey: Journey;
}

/** The totals of a day; null if its track is not loaded, because zero would be wrong. */
function totalsOf({ locations, journey }: DeviceDay) {
  if (locations === 'notLoaded') return null;
  const totals = { metres: 0, drivingMs: 0, standingMs: 0, trips: 0 };
  for (const part of journey) {
    if (part.kind === 'stop') totals.standingMs += part.to - part.from;
    else {
      totals.trips += 1;
      totals.metres += part.metres;
      totals.drivingMs += part.to - part.from;
    }
  }
  return totals;
}

/** The number of alerts of a day; null if they are not loaded. */
const alertsOf = ({ alerts, reported }: DeviceDay): number | null =>
  alerts === 'notLoaded' ? null : reported.length;

/** With one decimal. */
const inUnit = (metres: number, unit: DistanceUnit) =>
  Math.round((metres / metresPer[unit]) * 10) / 10;

/** A speed of the service in the unit of the report. */
const inSpeedUnit = (speed: number, { serviceSpeedUnit, speedUnit }: TrackContext) =>
  (speed * metresPerSecond[serviceSpeedUnit]) / metresPerSecond[speedUnit];

type Row =
  | { kind: 'day'; of: DeviceDay }
  | { kind: 'trip'; of: DeviceDay; part: Trip }
  | { kind: 'stop'; of: DeviceDay; part: Stop }
  | { kind: 'alert'; of: DeviceDay; alert: ReportedAlert };

/** The report as a workbook, or as the page that is printed. */
export function writeReport(
  format: 'xlsx' | 'html',
  days: readonly DeviceDay[],
  context: ReportContext,
  nameTown: NameTown,
  count?: CountRows,
): FileInPieces {
  if (format === 'html') {
    return { rows: days.length, pieces: encodedPieces(reportPage(days, context, nameTown)) };
  }
  const rows = days.flatMap(rowsOf);
  const records = { count: rows.length, each: () => rows };
  const table = longTableOf('Daily report', columnsOf(context, nameTown), records, context);
  const notes: Note[] = [...table.notes, ['Day', context.day], ...journeyNotes(context)];
  return { rows: rows.length, pieces: tablePieces({ ...table, notes }, 'xlsx', count) };
}

/** For each device the totals of the day, then its trips, stops and alerts. */
function rowsOf(of: DeviceDay): Row[] {
  return [
    { kind: 'day', of },
    ...of.journey.map((part) =>
      part.kind === 'trip'
        ? { kind: 'trip' as const, of, part }
        : { kind: 'stop' as const, of, part },
    ),
    ...of.reported.map((alert) => ({ kind: 'alert' as const, of, alert })),
  ];
}

const minutes = (ms: number) => Math.round(ms / 6_000) / 10;

function columnsOf(context: ReportContext, nameTown: NameTown): readonly ColumnOf<Row>[] {
  const { speedUnit } = context;
  const { distance } = unitsOf(context);
  const total = (row: Row) => (row.kind === 'day' ? totalsOf(row.of) : null);
  return [
    column('deviceId', 'Device id', 'text', ({ of }) => of.deviceId),
    column('device', 'Device', 'text', ({ of }) => of.label),
    column('kind', 'Row', 'text', ({ kind }) => kind),
    column('from', 'From', 'moment', fromOf),
    column('to', 'To', 'moment', toOf),
    column('distance', `Distance (${distance})`, 'number', (row) => {
      const metres = row.kind === 'trip' ? row.part.metres : total(row)?.metres;
      return metres === undefined ? null : inUnit(metres, distance);
    }),
    column('driving', 'Driving (min)', 'number', (row) => {
      const ms = row.kind === 'trip' ? row.part.to - row.part.from : total(row)?.drivingMs;
      return ms === undefined ? null : minutes(ms);
    }),
    column('standing', 'Standing (min)', 'number', (row) => {
      const ms = row.kind === 'stop' ? row.part.to - row.part.from : total(row)?.standingMs;
      return ms === undefined ? null : minutes(ms);
    }),
    column('trips', 'Trips', 'number', (row) => total(row)?.trips ?? null),
    column('alerts', 'Alerts', 'number', (row) => (row.kind === 'day' ? alertsOf(row.of) : null)),
    column('maxSpeed', `Highest speed (${speedUnit})`, 'number', (row) =>
      row.kind === 'trip' && row.part.maxSpeed !== null
        ? Math.round(inSpeedUnit(row.part.maxSpeed, context) * 10) / 10
        : null,
    ),
    column('start', 'Place, or start of the trip', 'text', (row) => {
      if (row.kind !== 'trip' && row.kind !== 'stop') return null;
      const { latitude, longitude } = row.kind === 'trip' ? row.part.start : row.part;
      return nameTown(latitude, longitude);
    }),
    column('end', 'End of the trip', 'text', (row) =>
      row.kind === 'trip' ? nameTown(row.part.end.latitude, row.part.end.longitude) : null,
    ),
    column('note', 'Note', 'text', noteOf),
  ];
}

function fromOf(row: Row): number | null {
  if (row.kind === 'day') return null;
  return Math.round(row.kind === 'alert' ? row.alert.at : row.part.from);
}

const toOf = (row: Row) =>
  row.kind === 'trip' || row.kind === 'stop' ? Math.round(row.part.to) : null;

function noteOf(row: Row): string | null {
  if (row.kind === 'alert') return row.alert.text;
  if (row.kind === 'trip') return row.part.hasGap ? 'Partly without reports' : null;
  return row.kind === 'day' ? dayNotes(row.of).join('. ') || null : null;
}

/** What is missing of a day, in sentences without a stop. */
function dayNotes({ locations, alerts }: DeviceDay): string[] {
  const [track, log] = [loadedNotes[locations], loadedNotes[alerts]];
  return [...(track ? [`Track: ${track}`] : []), ...(log ? [`Alerts: ${log}`] : [])];
}

const style = `
@page { margin: 12mm; }
* { box-sizing: border-box; }
body { margin: 0; color: #1b2129; font: 9pt/1.4 'Noto Sans', system-ui, sans-serif; }
h1 { margin: 0 0 1mm; font-size: 15pt; }
h2 { margin: 6mm 0 1mm; font-size: 11pt; break-after: avoid; }
p { margin: 0 0 1mm; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.8mm 1.5mm; border-bottom: 0.2mm solid #c9ced6; text-align: left; vertical-align: top; }
th { font-weight: 600; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.number { text-align: right; white-space: nowrap; }
.time { white-space: nowrap; }
.quiet { color: #4a525c; font-size: 8pt; }
`;

const none = '–';

/** The report as a page to be printed, in parts. It has no script, and every text is escaped. */
function* reportPage(
  days: readonly DeviceDay[],
  context: ReportContext,
  nameTown: NameTown,
): Generator<string> {
  const { account, day, timeZone, exportedAt, rules } = context;
  const title = `Daily report, ${dayText(day)}`;
  const made = {
    day: dayText(dayInZone(exportedAt, timeZone)),
    time: clockText(exportedAt, timeZone),
  };
  const { length } = unitsOf(context);
  const radius = `${Math.round(rules.stopRadiusMetres / metresPerLength[length])} ${length}`;
  yield `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head>
<body>
<h1>${escaped(title)}</h1>
<p class="quiet">${escaped(account)}. Times in ${escaped(timeZone)}. Made on ${made.day} at ${made.time}.</p>
<p class="quiet">Trips and stops are computed by Waypost from the reports: staying within ${radius} for ${rules.stopMinutes} min counts as standing. Distance: ${escaped(distanceMethod)}. Times without reports count as neither.</p>
${summaryHead(context)}`;
  for (const each of days) yield summaryRow(each, context);
  yield '</tbody></table>\n';
  for (const each of days) {
    if (each.journey.length > 0 || each.reported.length > 0) yield details(each, context, nameTown);
  }
  yield '</body></html>\n';
}

const summaryHead = (context: ReportContext) =>
  `<table><thead><tr><th>Device</th><th class="number">Distance (${unitsOf(context).distance})</th><th class="number">Driving</th><th class="number">Standing</th><th class="number">Trips</th><th class="number">Alerts</th><th>Note</th></tr></thead><tbody>\n`;

function summaryRow(of: DeviceDay, context: ReportContext): string {
  const totals = totalsOf(of);
  const cells = [
    totals && inUnit(totals.metres, unitsOf(context).distance).toFixed(1),
    totals && lengthText(totals.drivingMs),
    totals && lengthText(totals.standingMs),
    totals && String(totals.trips),
    alertsOf(of)?.toString() ?? null,
  ];
  const numbers = cells.map((cell) => `<td class="number">${cell ?? none}</td>`).join('');
  return `<tr><td>${escaped(of.label)}</td>${numbers}<td>${escaped(dayNotes(of).join('. '))}</td></tr>\n`;
}

function details(of: DeviceDay, context: ReportContext, nameTown: NameTown): string {
  const clock = (at: number) => clockText(at, context.timeZone);
  const lines = [
    ...of.journey.map((part) => ({
      at: part.from,
      cells: [
        `${clock(part.from)} – ${clock(part.to)}`,
        part.kind === 'trip' ? 'Trip' : 'Standing',
        lengthText(part.to - part.from),
        part.kind === 'trip' ? tripText(part, context) : '',
        escaped(placeText(part, nameTown)),
      ],
    })),
    ...of.reported.map(({ at, text }) => ({
      at,
      cells: [clock(at), 'Alert', '', '', escaped(text)],
    })),
  ].toSorted((a, b) => a.at - b.at);
  const rows = lines.map(
    ({ cells: [time, what, length, way, text] }) =>
      `<tr><td class="time">${time}</td><td>${what}</td><td class="number">${length}</td><td class="number">${way}</td><td>${text}</td></tr>`,
  );
  return `<h2>${escaped(of.label)}</h2>
<table><thead><tr><th>Time</th><th>What</th><th class="number">For</th><th class="number">Distance, highest speed</th><th>Nearest town, or alert</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
`;
}

function tripText({ metres, maxSpeed }: Trip, context: ReportContext): string {
  const unit = unitsOf(context).distance;
  const distance = `${inUnit(metres, unit).toFixed(1)} ${unit}`;
  if (maxSpeed === null) return distance;
  return `${distance}, ${Math.round(inSpeedUnit(maxSpeed, context))} ${context.speedUnit}`;
}

function placeText(part: Trip | Stop, nameTown: NameTown): string {
  if (part.kind === 'stop') return nameTown(part.latitude, part.longitude) ?? none;
  const ends = [part.start, part.end].map((at) => nameTown(at.latitude, at.longitude) ?? none);
  return `${ends.join(' → ')}${part.hasGap ? ' (partly without reports)' : ''}`;
}

const clockText = (at: number, timeZone: string) =>
  zonedMoment(Math.round(at), timeZone).toPlainTime().toString().slice(0, 5);

/** "2 h 05 min". */
function lengthText(ms: number): string {
  const all = Math.round(ms / 60_000);
  const [hours, rest] = [Math.floor(all / 60), all % 60];
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}
