import { Tooltip } from '@mantine/core';
import { gapText, knownText, originalText } from '#lib/known-text';
import type { Known } from '#shared/domain/known';
import { Fact } from '#ui/fact-list';
import classes from './details.module.css';
import { messages, texts } from './fleet-texts';

/** A value that a field mapping read from another member (a JSON Pointer) of the answer. */
export const mappedText = (text: string, from: string) =>
  messages.valueFrom(text, from.replace(/^\//, ''));

/** A list or map of which some members were not understood. */
export const partlyText = (text: string, unread: readonly unknown[]) =>
  messages.valueNotUnderstood(text, unread.map(originalText).join(', '));

/** One value of the service as text, and how it came about. */
export interface KnownRow {
  name: string;
  text: string;
  /** `hidden`: not provided, so only its name is listed. */
  is: 'value' | 'gap' | 'hidden';
  /** What was sent, and which unit is assumed. */
  source?: string | undefined;
  isOld?: boolean | undefined;
}

interface RowOptions<T> {
  /** Shown for an explicit "none" of the service. */
  none?: string;
  source?: (value: T) => string;
  isOld?: boolean;
}

/** A row for one value of the service: the value, or that it was not provided or not understood. */
export function knownRow<T>(
  name: string,
  known: Known<T | null>,
  format: (value: T) => string,
  { none = texts.none, source, isOld }: RowOptions<T> = {},
): KnownRow {
  const text = knownText(known, format, none);
  if (known.is === 'notProvided') return { name, text, is: 'hidden' };
  if (known.is !== 'value') return { name, text: gapText(known) ?? text, is: 'gap' };
  const whole = known.from === undefined ? text : mappedText(text, known.from);
  return {
    name,
    text: known.unread ? partlyText(whole, known.unread) : whole,
    is: 'value',
    isOld,
    source: known.value === null ? undefined : source?.(known.value),
  };
}

/** The values that exist as facts; the names of the others follow in one line. */
export function KnownRows({ rows }: { rows: readonly KnownRow[] }) {
  const missing = rows.filter(({ is }) => is === 'hidden').map(({ name }) => name);
  return (
    <>
      {rows
        .filter(({ is }) => is !== 'hidden')
        .map((row) => (
          <Fact key={row.name} name={row.name} isMissing={row.is === 'gap'} isOld={row.isOld}>
            <SourcedText text={row.text} source={row.source} />
          </Fact>
        ))}
      {missing.length > 0 && (
        <Fact name={texts.notProvided} isMissing>
          {missing.join(', ')}
        </Fact>
      )}
    </>
  );
}

/** A value whose source is shown on hover and on focus. */
export function SourcedText({ text, source }: { text: string; source?: string | undefined }) {
  if (source === undefined) return text;
  return (
    <Tooltip
      label={source}
      multiline
      maw={280}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={classes.sourced} tabIndex={0}>
        {text}
      </span>
    </Tooltip>
  );
}
