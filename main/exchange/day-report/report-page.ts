import type { NameTown } from '#shared/places/place';
import { dayInZone, zonedMoment, dayText } from '#shared/domain/calendar';
import { metresPerLength, unitsOf } from '#shared/domain/units';
import { distanceMethod } from '#shared/history/distance';
import type { Stop, Trip } from '#shared/history/trips';
import { escaped } from '../xml-text';
import {
  alertsOf,
  inSpeedUnit,
  inUnit,
  totalsOf,
  type DeviceDay,
  type ReportContext,
} from './report';
import { dayNotes } from './report-table';

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
export function* reportPage(
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

const summaryHead = ({ distanceUnit }: ReportContext) =>
  `<table><thead><tr><th>Device</th><th class="number">Distance (${distanceUnit})</th><th class="number">Driving</th><th class="number">Standing</th><th class="number">Trips</th><th class="number">Alerts</th><th>Note</th></tr></thead><tbody>\n`;

function summaryRow(of: DeviceDay, { distanceUnit }: ReportContext): string {
  const totals = totalsOf(of);
  const cells = [
    totals && inUnit(totals.metres, distanceUnit).toFixed(1),
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
  const distance = `${inUnit(metres, context.distanceUnit).toFixed(1)} ${context.distanceUnit}`;
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
