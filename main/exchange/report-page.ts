import { dayInZone, dayText } from '#shared/domain/calendar';
import { degreesText } from '#shared/domain/coordinates';
import { shortDuration } from '#shared/domain/duration';
import { displayLocale } from '#shared/display-locale';
import { metresPerLength, unitsOf } from '#shared/domain/units';
import { hasPosition } from '#shared/history/route';
import { numberedStops, type NumberedStop, type StopPlace } from '#shared/history/stops';
import type { Trip } from '#shared/history/trips';
import { placeText, type Place } from '#shared/places/place';
import {
  alertsOf,
  clockText,
  dayNotes,
  inUnit,
  totalsOf,
  type DeviceDay,
  type ReportContext,
} from './day-report';
import { escaped } from './map-formats';
import { encodedPieces, type FileInPieces } from './pieces';
import { mapDrawing } from './report-map';

/** The nearest town of a position; null if it is not known. */
export type FindPlace = (latitude: number, longitude: number) => Place | null;

/** What all parts of a page need. */
interface Paper extends ReportContext {
  find: FindPlace;
  /** Places are in more than one country, so that each is named. */
  hasCountries: boolean;
}

/**
 * The document for whoever is to know where devices were: a summary if it is about several days or devices, then
 * each day with its map, its stops and its drives. It has no script, every text is escaped, and it names neither
 * the account nor the service.
 */
export function reportPage(
  days: readonly DeviceDay[],
  context: ReportContext,
  find: FindPlace,
): FileInPieces {
  const paper = { ...context, find, hasCountries: hasCountries(days, find) };
  return { rows: days.length, pieces: encodedPieces(pageOf(days, paper)) };
}

function hasCountries(days: readonly DeviceDay[], find: FindPlace): boolean {
  const countries = new Set<string>();
  for (const { journey } of days) {
    for (const part of journey) {
      if (part.kind !== 'stop') continue;
      const place = find(part.latitude, part.longitude);
      if (place) countries.add(place.country);
    }
  }
  return countries.size > 1;
}

const none = '–';

function* pageOf(days: readonly DeviceDay[], paper: Paper): Generator<string> {
  const { period, timeZone, exportedAt } = paper;
  const devices = new Set(days.map(({ deviceId }) => deviceId)).size;
  const title = devices === 1 ? `${days[0]!.label}, ${period}` : `Report, ${period}`;
  const made = `${dayText(dayInZone(exportedAt, timeZone))}, ${clockText(exportedAt, timeZone)}`;
  const rules = `${rulesText(paper)} Times in ${timeZone}. Made with Waypost on ${made}.`;
  yield `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}${footStyle(rules)}</style></head>
<body>
`;
  const [only] = days.length === 1 ? days : [];
  if (only) yield dayPart(only, paper);
  else {
    yield summary(days, devices, paper);
    for (const day of days) {
      // The summary says why nothing is known of the others.
      if (day.journey.length > 0 || (paper.withAlerts && day.reported.length > 0)) {
        yield dayPart(day, paper);
      }
    }
  }
  yield `<p class="rules">${escaped(rules)}</p>
</body></html>
`;
}

/** By which rules stops were found. */
function rulesText({ rules, ...context }: Paper): string {
  const { length } = unitsOf(context);
  const radius = Math.round(rules.stopRadiusMetres / metresPerLength[length]);
  return `A stop is at least ${rules.stopMinutes} min within ${radius} ${length}. Distances are measured between the reported positions.`;
}

const heading = (name: string, when: string, { company }: Paper) =>
  `<header>${company && `<p class="company" dir="auto">${escaped(company)}</p>`}<h1 dir="auto">${escaped(name)}</h1><p class="when">${escaped(when)}</p></header>\n`;

function summary(days: readonly DeviceDay[], devices: number, paper: Paper): string {
  const { distance } = unitsOf(paper);
  const name = devices === 1 ? days[0]!.label : `${devices} devices`;
  const areSeveral = new Set(days.map(({ day }) => day)).size > 1;
  const hasNotes = days.some((of) => dayNotes(of, paper).length > 0);
  const number = (title: string) => `<th class="number">${title}</th>`;
  const heads = [
    ...(devices > 1 ? ['<th>Device</th>'] : []),
    ...(areSeveral ? ['<th>Day</th>'] : []),
    ...[`Distance (${distance})`, 'Driving', 'Standing', 'Stops', 'First departure'].map(number),
    ...['Last arrival', ...(paper.withAlerts ? ['Alerts'] : [])].map(number),
    ...(hasNotes ? ['<th>Note</th>'] : []),
  ];
  const rows = days.map((of) => {
    const cells = figuresOf(of, paper).map(([, value]) => value.replace(` ${distance}`, ''));
    if (paper.withAlerts) cells.push(alertsOf(of)?.toString() ?? none);
    return [
      '<tr>',
      devices > 1 ? `<td dir="auto">${escaped(of.label)}</td>` : '',
      areSeveral ? `<td class="time">${dayText(of.day)}</td>` : '',
      ...cells.map((cell) => `<td class="number">${cell}</td>`),
      hasNotes ? `<td>${escaped(dayNotes(of, paper).join('. '))}</td>` : '',
      '</tr>',
    ].join('');
  });
  return `<section class="summary">${heading(name, paper.period, paper)}<table><thead><tr>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody>${totalRow(days, (devices > 1 ? 1 : 0) + (areSeveral ? 1 : 0), paper)}</table></section>
`;
}

/** The sum of the days of which something is known. */
function totalRow(days: readonly DeviceDay[], columns: number, paper: Paper): string {
  const known = days.flatMap((of) => totalsOf(of) ?? []);
  if (known.length === 0) return '';
  const { distance } = unitsOf(paper);
  const sum = (of: (totals: (typeof known)[number]) => number) =>
    known.reduce((all, totals) => all + of(totals), 0);
  const name =
    known.length === days.length ? 'Total' : `Total of ${known.length} of ${days.length} with data`;
  const cells = [
    inUnit(
      sum(({ metres }) => metres),
      distance,
    ).toFixed(1),
    lengthText(sum(({ drivingMs }) => drivingMs)),
    lengthText(sum(({ standingMs }) => standingMs)),
    sum(({ stops }) => stops),
  ];
  const numbers = cells.map((cell) => `<td class="number">${cell}</td>`).join('');
  return `<tbody class="total"><tr><td colspan="${columns}">${name}</td>${numbers}</tr></tbody>`;
}

/** The figures of a day with their names. */
function figuresOf(of: DeviceDay, paper: Paper): [name: string, value: string][] {
  const totals = totalsOf(of);
  const { distance } = unitsOf(paper);
  const clock = (at: number | null | undefined) =>
    at === null || at === undefined ? none : clockText(at, paper.timeZone);
  return [
    ['Distance', totals ? `${inUnit(totals.metres, distance).toFixed(1)} ${distance}` : none],
    ['Driving', totals ? lengthText(totals.drivingMs) : none],
    ['Standing', totals ? lengthText(totals.standingMs) : none],
    ['Stops', totals ? String(totals.stops) : none],
    ['First departure', clock(totals?.departedAt)],
    ['Last arrival', clock(totals?.arrivedAt)],
  ];
}

/** One day of one device. */
function dayPart(of: DeviceDay, paper: Paper): string {
  const { stops, places } = numberedStops(of.journey, paper.rules, paper.timeZone);
  const figures = figuresOf(of, paper).map(
    ([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  const notes = dayNotes(of, paper).map((note) => `${escaped(note)}.`);
  return `<section class="day">${heading(of.label, longDay(of.day), paper)}
${notes.length > 0 ? `<p class="note">${notes.join(' ')}</p>` : ''}
<dl>${figures.join('')}</dl>
${figure(of, places)}
${table(of, stops, places, paper)}</section>
`;
}

function figure(of: DeviceDay, places: readonly StopPlace[]): string {
  const { map, track, label, day } = of;
  if (!map || !hasPosition(of.track)) return '';
  const drawing = mapDrawing(map, track, places, `Map of ${label}, ${dayText(day)}`);
  return `<figure>${drawing}<figcaption>${escaped(map.attribution)}</figcaption></figure>`;
}

/** A line of the table of a day. */
interface Line {
  at: number;
  html: string;
}

/** Stops, drives and, if wanted, alerts, in order of time. */
function table(
  of: DeviceDay,
  stops: readonly NumberedStop[],
  places: readonly StopPlace[],
  paper: Paper,
): string {
  const clock = (at: number) => clockText(at, paper.timeZone);
  const alerts = (paper.withAlerts ? of.reported : []).map(({ at, text }): Line => {
    const what = `Alert: ${escaped(text)}`;
    return { at, html: row({ what, from: clock(at), kind: 'alert' }) };
  });
  const trips = of.journey.flatMap((part): Line[] =>
    part.kind === 'trip' ? [{ at: part.from, html: tripRow(part, paper) }] : [],
  );
  const standing = stops.map((stop): Line => {
    const first = places[stop.place]!.stops[0]!.number;
    const again = first === stop.number ? '' : ` <span class="quiet">as stop ${first}</span>`;
    const isFirst = stop.fromRow === 0;
    const isLast = stop.toRow === of.track.count - 1;
    return {
      at: stop.from,
      html: row({
        number: String(stop.number),
        what: `${placeWords(stop.latitude, stop.longitude, paper)}${again}`,
        // The day cuts what began before it or ends after it.
        from: isFirst ? none : clock(stop.from),
        to: isLast ? none : clock(stop.to),
        duration: lengthText(stop.to - stop.from),
      }),
    };
  });
  const lines = [...standing, ...trips, ...alerts].toSorted((a, b) => a.at - b.at);
  if (lines.length === 0) return '';
  return `<table><thead><tr><th class="no">Stop</th><th>Place</th><th class="time">Arrived</th><th class="time">Left</th><th class="number">Duration</th><th class="number">Distance</th></tr></thead><tbody>
${lines.map(({ html }) => html).join('\n')}
</tbody></table>`;
}

const tripRow = (trip: Trip, paper: Paper) => {
  const { distance } = unitsOf(paper);
  const clock = (at: number) => clockText(at, paper.timeZone);
  return row({
    what: trip.hasGap ? 'Drive, partly without positions' : 'Drive',
    from: clock(trip.from),
    to: clock(trip.to),
    duration: lengthText(trip.to - trip.from),
    distance: `${inUnit(trip.metres, distance).toFixed(1)} ${distance}`,
    kind: 'drive',
  });
};

interface Cells {
  number?: string;
  /** HTML. */
  what: string;
  from: string;
  to?: string;
  duration?: string;
  distance?: string;
  kind?: 'drive' | 'alert';
}

const row = ({ number, what, from, to = '', duration = '', distance = '', kind }: Cells): string =>
  `<tr${kind ? ` class="${kind}"` : ''}><td class="no">${number ? `<span>${number}</span>` : ''}</td><td>${what}</td><td class="time">${from}</td><td class="time">${to}</td><td class="number">${duration}</td><td class="number">${distance}</td></tr>`;

function placeWords(latitude: number, longitude: number, paper: Paper): string {
  const place = paper.find(latitude, longitude);
  const { distance } = unitsOf(paper);
  const country = paper.hasCountries ? (place?.country ?? null) : null;
  const words = place ? placeText({ ...place, country }, distance, displayLocale) : none;
  if (!paper.withCoordinates) return escaped(words);
  const position = `${degreesText(latitude, 5)}, ${degreesText(longitude, 5)}`;
  return `${escaped(words)} <span class="quiet">${position}</span>`;
}

const inWords = new Intl.DateTimeFormat(displayLocale, {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** "Wednesday 25 November 2026". */
const longDay = (day: string) => inWords.format(Date.parse(`${day}T00:00:00Z`));

const lengthText = (ms: number) => (ms === 0 ? '0 min' : escaped(shortDuration(ms / 1000)));

/** On paper the rules are in the margin of each page: at the end they could have a page for themselves. */
const footStyle = (rules: string) =>
  `@page { @bottom-left { content: '${rules.replaceAll(/[^\w ,.:/+-]/g, ' ')}'; color: #4a525c; font: 7pt/1.3 'Noto Sans', system-ui, sans-serif; } }`;

const style = `
@page { margin: 12mm 12mm 15mm; @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); color: #4a525c; font: 8pt 'Noto Sans', system-ui, sans-serif; white-space: nowrap; } }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #1b2129; font: 9pt/1.4 'Noto Sans', system-ui, sans-serif; }
@media screen { html { overflow: hidden; } body { width: 800px; padding: 32px; } section + section { margin-top: 32px; } }
@media print { .rules { display: none; } .day + .day, section + .day:has(svg) { break-before: page; } section + .day { margin-top: 8mm; } }
h1, p, dl, dd, figure { margin: 0; }
header { margin-bottom: 3mm; break-after: avoid; }
.company { font-weight: 600; color: #4a525c; }
h1 { font-size: 17pt; line-height: 1.25; overflow-wrap: anywhere; }
.when { font-size: 11pt; }
.note { margin-bottom: 3mm; padding: 1.5mm 2.5mm; border-inline-start: 1mm solid #b7791f; background: #fdf6e3; }
dl { display: grid; grid-template-columns: repeat(6, auto); gap: 2mm 4mm; margin-bottom: 3mm; padding: 2mm 0; border-block: 0.3mm solid #c9ced6; break-inside: avoid; }
dt { color: #4a525c; font-size: 8pt; }
dd { font-size: 12pt; font-weight: 600; white-space: nowrap; }
figure { margin-bottom: 3mm; break-inside: avoid; }
.map { display: block; width: 100%; border: 0.2mm solid #c9ced6; border-radius: 1mm; }
.mark { fill: #fff; font: 600 10.5px 'Noto Sans', system-ui, sans-serif; }
figcaption, .rules, .quiet { color: #4a525c; font-size: 8pt; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.9mm 1.5mm; border-bottom: 0.2mm solid #dfe3e8; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
th { color: #4a525c; font-weight: 600; font-size: 8pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th.number, td.number { text-align: end; white-space: nowrap; }
th.time, td.time { white-space: nowrap; }
.no { width: 11mm; }
.no span { display: inline-block; min-width: 5mm; padding: 0 1.2mm; border-radius: 2.5mm; background: #1b2129; color: #fff; font-size: 8pt; font-weight: 600; line-height: 4.6mm; text-align: center; }
.summary td:first-child { min-width: 36mm; }
.total td { font-weight: 600; }
.drive td { color: #4a525c; }
.alert td { font-weight: 600; }
.rules { margin-top: 3mm; }
`;
