// Positions of moving devices for the same calls with several policies: tables of ratios.
import fs from 'node:fs';

const metres = (value) => Math.round(value).toLocaleString('en');
const ratio = (value) => value.toFixed(value < 0.095 ? 3 : 2);

/** The rows of one day of one fleet at one rate, compared with round robin. */
function rowsOf(samples, day) {
  const base = samples.find(({ policy }) => policy === 'round robin').days[day];
  return samples.map(({ policy, days }) => {
    const figures = days[day];
    return [
      policy,
      `${metres(figures.mean)} · ${metres(figures.p95)}`,
      `${ratio(figures.mean / base.mean)}`,
      `${metres(figures.estimatedMean)} · ${metres(figures.estimatedP95)}`,
      `${ratio(figures.estimatedMean / base.mean)}`,
      `${ratio(figures.inViewEstimated / base.inView)}`,
      `${metres(figures.age)} · ${metres(figures.ageP95)}`,
      `${Math.round(figures.oldest / 60)}`,
    ];
  });
}

const header = [
  'policy',
  'error',
  'ratio',
  'estimated for 45 s',
  'ratio',
  '40 in view, ratio',
  'age, s',
  'oldest, min',
];

function markdownTable(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** One table for each fleet, rate and day. */
export function scheduleTables(samples) {
  const groups = new Map();
  for (const sample of samples) {
    const { fleet, devices, callsPerMinute } = sample;
    const title = `${devices.toLocaleString('en')} devices, ${fleet}, ${callsPerMinute} calls a minute`;
    groups.set(title, [...(groups.get(title) ?? []), sample]);
  }
  return [...groups].flatMap(([title, group]) =>
    [0, 1].map((day) => ({ title: `${title}, day ${day + 1}`, rows: rowsOf(group, day) })),
  );
}

const start = '<!-- schedule -->';
const end = '<!-- /schedule -->';

/** Replaces the section of this bench in the document, and leaves the others. */
export function writeSchedule(file, tables) {
  const body = tables.map(({ title, rows }) => `### ${title}\n\n${markdownTable(rows)}`);
  const section = `${start}\n\n${body.join('\n\n')}\n\n${end}`;
  const text = fs.readFileSync(file, 'utf8');
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no section for the schedule`);
  fs.writeFileSync(file, text.slice(0, from) + section + text.slice(to + end.length));
}

export { header };
