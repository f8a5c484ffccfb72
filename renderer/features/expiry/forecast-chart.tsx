import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { LicenceDay } from '#shared/domain/expiry-forecast';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { forecastMessages } from './forecast-messages';
import { chartShape, chartValue } from './chart-shape';
import { dayText } from '#shared/domain/calendar';
import { commonTexts } from '#lib/common-texts';
import { texts } from './expiry-texts';
import classes from './expiry.module.css';

const height = 128;
const minWidth = 120;
const margins = { left: 44, right: 8, top: 8, bottom: 20 };
const labelEvery = 30;

/** Licences by date as a chart, with a sentence for screen readers and a table. */
export function ForecastChart({ days }: { days: readonly LicenceDay[] }) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { count } = useFormat();
  const [isTable, setTable] = useState(false);
  const first = days[0]!;
  const last = days.at(-1)!;
  const isFree = first.free !== null;
  const title = forecastMessages.title(isFree);
  const summary = forecastMessages.summary(isFree, {
    today: count(chartValue(first)),
    last: count(chartValue(last)),
    day: dayText(last.day),
  });
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.chartTitle}>
        <strong>{title}</strong>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconTable size={13} aria-hidden />}
          onClick={() => setTable(true)}
        >
          {texts.asATable}
        </Button>
      </figcaption>
      <div ref={ref}>
        <ChartSvg days={days} width={width} label={summary} />
      </div>
      <Dialog opened={isTable} onClose={() => setTable(false)} title={title}>
        <ForecastTable days={days} />
      </Dialog>
    </figure>
  );
}

interface ChartSvgProps {
  days: readonly LicenceDay[];
  width: number;
  label: string;
}

function ChartSvg({ days, width, label }: ChartSvgProps) {
  const { count } = useFormat();
  const frame = useMemo(() => ({ ...margins, width: Math.max(minWidth, width), height }), [width]);
  const shape = useMemo(() => chartShape(days, frame), [days, frame]);
  const right = frame.width - frame.right;
  const isFree = days[0]!.free !== null;
  return (
    <svg width="100%" height={height} role="img" aria-label={label}>
      {shape.ticks.map(({ value, y }) => (
        <g key={value}>
          <line className={classes.gridLine} x1={frame.left} x2={right} y1={y} y2={y} />
          <text className={classes.tick} x={frame.left - 6} y={y + 4} textAnchor="end">
            {count(value)}
          </text>
        </g>
      ))}
      <path className={classes.area} d={shape.area} />
      <path className={classes.line} d={shape.line} />
      <line className={classes.zero} x1={frame.left} x2={right} y1={shape.zero} y2={shape.zero} />
      {days.map(({ day }, index) =>
        index % labelEvery === 0 ? (
          <text
            key={day}
            className={classes.tick}
            x={shape.xOf(index)}
            y={height - 4}
            textAnchor={index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}
          >
            {index === 0 ? 'today' : dayText(day, false)}
          </text>
        ) : null,
      )}
      {days.map((each, index) => (
        <rect
          key={each.day}
          className={classes.dayHit}
          x={shape.xOf(index)}
          y={0}
          width={shape.xOf(index + 1) - shape.xOf(index)}
          height={height - frame.bottom}
        >
          <title>
            {forecastMessages.day(isFree, {
              day: dayText(each.day),
              licences: count(chartValue(each)),
              expiring: each.expiring > 0 ? count(each.expiring) : null,
            })}
          </title>
        </rect>
      ))}
    </svg>
  );
}

/** The days on which something changes, and the first and last day. */
function ForecastTable({ days }: { days: readonly LicenceDay[] }) {
  const { count } = useFormat();
  const shownDays = days.filter(
    ({ expiring }, index) => expiring > 0 || index === 0 || index === days.length - 1,
  );
  return (
    <table className={classes.forecast}>
      <thead>
        <tr>
          <th scope="col">{texts.day}</th>
          <th scope="col">{texts.expire}</th>
          <th scope="col">{texts.inUse}</th>
          <th scope="col">{texts.free}</th>
        </tr>
      </thead>
      <tbody>
        {shownDays.map(({ day, expiring, used, free }) => (
          <tr key={day}>
            <th scope="row">{dayText(day)}</th>
            <td>{count(expiring)}</td>
            <td>{count(used)}</td>
            <td>{free === null ? commonTexts.notKnown : count(free)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
