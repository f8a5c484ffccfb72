// Why it is so: docs/decisions/0014-tolerant-decoding.md
import { z } from 'zod';
import type { Translate } from '../i18n/translate';

/** A value of the service was received at `asOf` (epoch milliseconds; null: not recorded). */
interface Received {
  asOf: number | null;
}

/**
 * What is known of one value of the service. Only `value` can be displayed as a value; null in it
 * means that the service stated "none". The other cases have texts of their own
 * (`renderer/lib/known-values.ts`), so that "none", "no limit" or 0 is never shown in their place.
 */
export type Known<T> =
  | (Received & {
      is: 'value';
      value: T;
      /** Members of a list or map that were not understood: the value is not complete. */
      unread?: readonly unknown[];
      /** The member it was read from, if a field mapping applied. */
      from?: string;
    })
  | (Received & { is: 'notProvided' })
  | (Received & { is: 'notUnderstood'; original: unknown })
  | { is: 'neverAsked' };

/**
 * What a decoded record does not show by its values, by the name of the field. A field that is null
 * and not listed here was not provided.
 */
export const gapsSchema = z.object({
  /** null in the answer, which states that there is none. */
  none: z.array(z.string()).optional(),
  /** Lists and maps that were not in the answer: they are not empty, but unknown. */
  notProvided: z.array(z.string()).optional(),
  /** In the answer but unreadable: the original values. */
  notUnderstood: z.record(z.string(), z.unknown()).optional(),
  /** Lists and maps of which some members were unreadable: the originals of these members. */
  partly: z.record(z.string(), z.array(z.unknown())).optional(),
  /** Moments that were sent as a calendar day `YYYY-MM-DD` without a time. */
  days: z.record(z.string(), z.string()).optional(),
  /** Fields read from another member by a field mapping: its JSON Pointer. */
  mapped: z.record(z.string(), z.string()).optional(),
});
export type Gaps = z.infer<typeof gapsSchema>;

export const gapsShape = { gaps: gapsSchema.optional() };

interface WithGaps {
  gaps?: Gaps | undefined;
}

export const neverAsked = { is: 'neverAsked' } as const satisfies Known<never>;

/**
 * What is known of a field of a decoded record. `asOf`: when the record was received. A record that
 * is null was never received.
 */
export function knownOf<R extends WithGaps, F extends keyof R & string>(
  record: R | null,
  field: F,
  asOf: number | null = null,
): Known<R[F]> {
  if (record === null) return neverAsked;
  const { gaps } = record;
  if (gaps?.notUnderstood && Object.hasOwn(gaps.notUnderstood, field)) {
    return { is: 'notUnderstood', original: gaps.notUnderstood[field], asOf };
  }
  if (gaps?.notProvided?.includes(field)) return { is: 'notProvided', asOf };
  const isNull = record[field] === null || record[field] === undefined;
  if (isNull && !gaps?.none?.includes(field)) return { is: 'notProvided', asOf };
  const unread = gaps?.partly?.[field];
  const from = gaps?.mapped?.[field];
  return {
    is: 'value',
    value: record[field],
    asOf,
    ...(unread && { unread }),
    ...(from !== undefined && { from }),
  };
}

/** A point in time as the service states it: a moment, or a calendar day without a time. */
export type MomentOrDay = { at: number } | { day: string };

/** What is known of a moment of a record; null: the service states that there is none. */
export function knownMoment<R extends WithGaps, F extends keyof R & string>(
  record: R | null,
  field: F,
  asOf: number | null = null,
): Known<MomentOrDay | null> {
  const day = record?.gaps?.days?.[field];
  if (day !== undefined) return { is: 'value', value: { day }, asOf };
  return mapKnown(knownOf(record, field, asOf), (value) =>
    typeof value === 'number' ? { at: value } : null,
  );
}

/**
 * What is known of a list of records. A list that was never received is not empty: it was refused
 * (`isRefused`), or never asked for with success.
 */
export function knownList<T>(list: {
  items: readonly T[];
  asOf: number | null;
  isRefused: boolean;
}): Known<readonly T[]> {
  const { items, asOf, isRefused } = list;
  if (asOf !== null) return { is: 'value', value: items, asOf };
  return isRefused ? { is: 'notProvided', asOf } : neverAsked;
}

/** Why there is no value, as a file says it; null for a value. */
export function gapText(known: Known<unknown>, t: Translate): string | null {
  switch (known.is) {
    case 'value':
      return null;
    case 'notProvided':
      return t('common.notProvided');
    case 'notUnderstood':
      return t('common.known.notUnderstood', { original: JSON.stringify(known.original) });
    case 'neverAsked':
      return t('common.known.notLoaded');
  }
}

export function mapKnown<A, B>(known: Known<A>, convert: (value: A) => B): Known<B> {
  return known.is === 'value' ? { ...known, value: convert(known.value) } : known;
}

/** The value, or null where none is known. For calculations only, never for display. */
export function valueOf<T>(known: Known<T>): T | null {
  return known.is === 'value' ? known.value : null;
}

/** Fields of which not everything was understood: writing them whole would lose data. */
export function unreadFields({ gaps }: WithGaps): string[] {
  // Nearly every record; a list has up to 100,000.
  if (!gaps?.notUnderstood && !gaps?.partly) return [];
  return [...Object.keys(gaps.notUnderstood ?? {}), ...Object.keys(gaps.partly ?? {})];
}

/** What is known of a plain value, for messages to the window. */
export const knownValueSchema = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('is', [
    z.object({ is: z.literal('value'), value, asOf: z.number().nullable() }),
    z.object({ is: z.literal('notProvided'), asOf: z.number().nullable() }),
    z.object({
      is: z.literal('notUnderstood'),
      original: z.unknown(),
      asOf: z.number().nullable(),
    }),
    z.object({ is: z.literal('neverAsked') }),
  ]);
