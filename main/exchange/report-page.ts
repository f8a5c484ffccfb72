import { directionOf } from '#shared/i18n/languages';
import { createQuantities } from '#shared/i18n/quantities';
import { createTranslate } from '#shared/i18n/translate';
import { dayInZone, dayMs } from '#shared/domain/calendar';
import { metresPerLength, unitsOf } from '#shared/domain/units';
import { hasPosition } from '#shared/history/track';
import { numberedStops, type NumberedStop, type StopPlace } from '#shared/history/stops';
import type { Trip } from '#shared/history/trips';
import type { Whereabouts } from '#shared/places/place';
import {
  alertsOf,
  clockText,
  dayNotes,
  inUnit,
  totalsOf,
  type DeviceDay,
  type ReportContext,
  type WrittenReport,
} from './day-report';
import { escaped } from './map-formats';
import { encodedPieces, type FileInPieces } from './pieces';
import { mapDrawing } from './report-map';

/** Where a position is; null if it is not known. */
export type FindPlace = (latitude: number, longitude: number) => Whereabouts | null;

/** What all parts of a page need. */
interface Paper extends WrittenReport {
  find: FindPlace;
  /** The only country of all places, which goes without saying; null: there are several, or none. */
  usualCountry: string | null;
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
  const t = createTranslate(context.language, { timeZone: context.timeZone });
  const quantities = createQuantities(context.language, t, { isOnPage: true });
  const paper = { ...context, find, usualCountry: onlyCountry(days, find), t, quantities };
  return { rows: days.length, pieces: encodedPieces(pageOf(days, paper)) };
}

function onlyCountry(days: readonly DeviceDay[], find: FindPlace): string | null {
  const countries = new Set<string>();
  for (const { journey } of days) {
    for (const part of journey) {
      if (part.kind !== 'stop') continue;
      const place = find(part.latitude, part.longitude);
      const town = place && ('street' in place ? place.town : 'country' in place ? place : null);
      if (town) countries.add(town.country);
    }
  }
  const [only = null, ...others] = countries;
  return others.length === 0 ? only : null;
}

const none = '–';

function* pageOf(days: readonly DeviceDay[], paper: Paper): Generator<string> {
  const { period, language, t } = paper;
  const devices = new Set(days.map(({ deviceId }) => deviceId)).size;
  const title =
    devices === 1
      ? t('exchange-files.report.title.device', { device: days[0]!.label, period })
      : t('exchange-files.report.title.devices', { period });
  const rules = rulesText(paper);
  yield `<!doctype html>
<html lang="${language.tag}" dir="${directionOf(language.tag)}">
<head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}${pageStyle(rules, paper)}</style></head>
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

/** By which rules stops were found, and when. */
function rulesText({ rules, t, quantities, timeZone, exportedAt, ...context }: Paper): string {
  const { length } = unitsOf(context);
  const radius = Math.round(rules.stopRadiusMetres / metresPerLength[length]);
  return t('exchange-files.report.rules', {
    minutes: rules.stopMinutes,
    radius: quantities.amount(radius, length, 'whole'),
    zone: timeZone,
    day: quantities.calendarDay(dayInZone(exportedAt, timeZone)),
    time: clockText(exportedAt, timeZone, quantities),
  });
}

const heading = (name: string, when: string, { company }: Paper) =>
  `<header>${company && `<p class="company" dir="auto">${escaped(company)}</p>`}<h1 dir="auto">${escaped(name)}</h1><p class="when">${escaped(when)}</p></header>\n`;

function summary(days: readonly DeviceDay[], devices: number, paper: Paper): string {
  const { t, quantities } = paper;
  const { distance } = unitsOf(paper);
  const name =
    devices === 1 ? days[0]!.label : t('exchange-files.report.devices', { count: devices });
  const areSeveral = new Set(days.map(({ day }) => day)).size > 1;
  const hasNotes = days.some((of) => dayNotes(of, paper).length > 0);
  const number = (title: string) => `<th class="number">${escaped(title)}</th>`;
  const heads = [
    ...(devices > 1 ? [`<th>${t('exchange-files.report.device')}</th>`] : []),
    ...(areSeveral ? [`<th>${t('exchange-files.report.day')}</th>`] : []),
    number(t('exchange-files.report.distanceIn', { unit: quantities.unitName(distance) })),
    ...figureNames.slice(1).map((key) => number(t(key))),
    ...(paper.withAlerts ? [number(t('exchange-files.report.alerts'))] : []),
    ...(hasNotes ? [`<th>${t('exchange-files.report.note')}</th>`] : []),
  ];
  const rows = days.map((of) => {
    const metres = totalsOf(of)?.metres;
    const length = metres === undefined ? none : lengthNumber(metres, paper);
    const cells = [length, ...figuresOf(of, paper).slice(1)];
    if (paper.withAlerts) cells.push(alertsOf(of)?.toString() ?? none);
    return [
      '<tr>',
      devices > 1 ? `<td dir="auto">${escaped(of.label)}</td>` : '',
      areSeveral ? `<td class="time">${escaped(quantities.calendarDay(of.day))}</td>` : '',
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
  const { t } = paper;
  const sum = (of: (totals: (typeof known)[number]) => number) =>
    known.reduce((all, totals) => all + of(totals), 0);
  const name =
    known.length === days.length
      ? t('exchange-files.report.total')
      : t('exchange-files.report.totalOf', { known: known.length, days: days.length });
  const cells = [
    lengthNumber(
      sum(({ metres }) => metres),
      paper,
    ),
    lengthText(
      sum(({ drivingMs }) => drivingMs),
      paper,
    ),
    lengthText(
      sum(({ standingMs }) => standingMs),
      paper,
    ),
    sum(({ stops }) => stops),
  ];
  const numbers = cells.map((cell) => `<td class="number">${cell}</td>`).join('');
  return `<tbody class="total"><tr><td colspan="${columns}">${escaped(name)}</td>${numbers}</tr></tbody>`;
}

const figureNames = [
  'exchange-files.report.distance',
  'exchange-files.report.driving',
  'exchange-files.report.standing',
  'exchange-files.report.stops',
  'exchange-files.report.departure',
  'exchange-files.report.arrival',
] as const;

/** The figures of a day in the order of their names. */
function figuresOf(of: DeviceDay, paper: Paper): string[] {
  const totals = totalsOf(of);
  const clock = (at: number | null | undefined) =>
    at === null || at === undefined ? none : clockText(at, paper.timeZone, paper.quantities);
  return [
    totals ? distanceText(totals.metres, paper) : none,
    totals ? lengthText(totals.drivingMs, paper) : none,
    totals ? lengthText(totals.standingMs, paper) : none,
    totals ? String(totals.stops) : none,
    clock(totals?.departedAt),
    clock(totals?.arrivedAt),
  ];
}

function dayPart(of: DeviceDay, paper: Paper): string {
  const { stops, places } = numberedStops(of.journey, paper.rules, paper.timeZone);
  const figures = figuresOf(of, paper).map(
    (value, i) => `<div><dt>${escaped(paper.t(figureNames[i]!))}</dt><dd>${value}</dd></div>`,
  );
  const notes = dayNotes(of, paper).map((note) => `${escaped(note)}.`);
  return `<section class="day">${heading(of.label, longDay(of.day, paper), paper)}
${notes.length > 0 ? `<p class="note">${notes.join(' ')}</p>` : ''}
<dl>${figures.join('')}</dl>
${figure(of, places, paper)}
${table(of, stops, places, paper)}</section>
`;
}

function figure(of: DeviceDay, places: readonly StopPlace[], { t, quantities }: Paper): string {
  const { map, track, label, day } = of;
  if (!map || !hasPosition(of.track)) return '';
  const name = t('exchange-files.report.map', {
    device: label,
    day: quantities.calendarDay(day),
  });
  const drawing = mapDrawing(map, track, places, name, t);
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
  const { t } = paper;
  const clock = (at: number) => clockText(at, paper.timeZone, paper.quantities);
  const alerts = (paper.withAlerts ? of.reported : []).map(({ at, text }): Line => {
    const what = escaped(t('exchange-files.report.alert', { text }));
    return { at, html: row({ what, from: clock(at), kind: 'alert' }) };
  });
  const trips = of.journey.flatMap((part): Line[] =>
    part.kind === 'trip' ? [{ at: part.from, html: tripRow(part, paper) }] : [],
  );
  const standing = stops.map((stop): Line => {
    const first = places[stop.place]!.stops[0]!.number;
    const again =
      first === stop.number
        ? ''
        : ` <span class="quiet">${escaped(t('exchange-files.report.asStop', { number: String(first) }))}</span>`;
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
        duration: lengthText(stop.to - stop.from, paper),
      }),
    };
  });
  const lines = [...standing, ...trips, ...alerts].toSorted((a, b) => a.at - b.at);
  if (lines.length === 0) return '';
  const heads = [
    ['no', t('exchange-files.report.stop')],
    ['', t('exchange-files.report.place')],
    ['time', t('exchange-files.report.arrived')],
    ['time', t('exchange-files.report.left')],
    ['number', t('exchange-files.report.duration')],
    ['number', t('exchange-files.report.distance')],
  ].map(([kind, name]) => `<th${kind ? ` class="${kind}"` : ''}>${escaped(name!)}</th>`);
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>
${lines.map(({ html }) => html).join('\n')}
</tbody></table>`;
}

const tripRow = (trip: Trip, paper: Paper) => {
  const { t } = paper;
  const clock = (at: number) => clockText(at, paper.timeZone, paper.quantities);
  return row({
    what: escaped(
      t(trip.hasGap ? 'exchange-files.report.driveWithGap' : 'exchange-files.report.drive'),
    ),
    from: clock(trip.from),
    to: clock(trip.to),
    duration: lengthText(trip.to - trip.from, paper),
    distance: distanceText(trip.metres, paper),
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
  const words = place ? paper.quantities.place(place, distance, paper.usualCountry) : none;
  if (!paper.withCoordinates) return escaped(words);
  const position = paper.quantities.coordinates(latitude, longitude, paper.coordinateStyle);
  return `${escaped(words)} <bdi class="quiet" dir="ltr">${position}</bdi>`;
}

/** "Wednesday 25 November 2026". */
const longDay = (day: string, { language }: Paper) =>
  new Intl.DateTimeFormat(language.locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(dayMs(day));

const lengthText = (ms: number, { t, quantities }: Paper) =>
  escaped(ms === 0 ? t('common.span.minute', { count: 0 }) : quantities.shortDuration(ms / 1000));

function distanceText(metres: number, paper: Paper): string {
  const { distance } = unitsOf(paper);
  return escaped(paper.quantities.amount(inUnit(metres, distance), distance, 'oneTenth'));
}

const lengthNumber = (metres: number, paper: Paper) =>
  new Intl.NumberFormat(paper.language.locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(inUnit(metres, unitsOf(paper).distance));

/** On paper the rules are in the margin of each page: at the end they could have a page for themselves. */
function pageStyle(rules: string, { t, language }: Paper): string {
  const text = (of: string) =>
    of.replaceAll(/[^\p{L}\p{M}\p{N} ,.:-]/gu, (mark) => `\\${mark.codePointAt(0)!.toString(16)} `);
  const numbers = t('exchange-files.report.page', { page: '⟦', pages: '⟧' })
    .split(/([⟦⟧])/)
    .map((part) =>
      part === '⟦' ? 'counter(page)' : part === '⟧' ? 'counter(pages)' : `'${text(part)}'`,
    )
    .join(' ');
  const direction = directionOf(language.tag);
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const box = (side: string, rest: string) =>
    `@bottom-${side} { ${rest} direction: ${direction}; color: #4a525c; }`;
  const font = "'Noto Sans', system-ui, sans-serif";
  return `@page { ${box(start!, `content: '${text(rules)}'; text-align: ${start}; font: 7pt/1.3 ${font};`)} ${box(end!, `content: ${numbers}; text-align: ${end}; font: 8pt ${font}; white-space: nowrap;`)} }`;
}

/** `-webkit-match-parent`: a name in letters of the other direction begins where the page does. */
const style = `
@page { margin: 12mm 12mm 15mm; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #1b2129; font: 9pt/1.4 'Noto Sans', system-ui, sans-serif; }
@media screen { html { overflow: hidden; } body { width: 800px; padding: 32px; } section + section { margin-top: 32px; } }
@media print { .rules { display: none; } .day + .day, section + .day:has(svg) { break-before: page; } section + .day { margin-top: 8mm; } }
h1, p, dl, dd, figure { margin: 0; }
header { margin-bottom: 3mm; break-after: avoid; }
.company { font-weight: 600; color: #4a525c; }
[dir='auto'] { text-align: -webkit-match-parent; }
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
.no { width: 11mm; white-space: nowrap; }
.no span { display: inline-block; min-width: 5mm; padding: 0 1.2mm; border-radius: 2.5mm; background: #1b2129; color: #fff; font-size: 8pt; font-weight: 600; line-height: 4.6mm; text-align: center; }
.summary td:first-child { min-width: 36mm; }
.total td { font-weight: 600; }
.drive td { color: #4a525c; }
.alert td { font-weight: 600; }
.rules { margin-top: 3mm; }
`;
