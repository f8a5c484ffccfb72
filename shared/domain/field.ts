import { z } from 'zod';
import type { PlainKey } from '../i18n/translate';

/** How the values of a field are compared, merged and encoded. A `secret` is only sent. */
export type FieldKind = 'text' | 'switch' | 'count' | 'moment' | 'day' | 'set' | 'map' | 'secret';

/** One field of a record. Add a new field to the tables of these. */
export interface Field {
  kind: FieldKind;
  /** The name on screen, in messages and in files. */
  name: PlainKey;
  /** Cannot be omitted or cleared. */
  required?: true;
}

export type FieldTable = Readonly<Record<string, Field>>;

/**
 * Values in a record. null: not provided by the service. A record that was cached before the field
 * existed counts as not providing it.
 */
const recordValues = {
  text: z.string().nullable().default(null),
  switch: z.boolean().nullable().default(null),
  count: z.number().nullable().default(null),
  moment: z.number().nullable().default(null),
  day: z.string().nullable().default(null),
  set: z.array(z.string()).default([]),
  map: z.record(z.string(), z.string()).default({}),
};

const farthestDate = 8_640_000_000_000_000;

/** Refusals of input are messages: the keys of these stand in the schemas. */
const notADate = 'fields.problem.noSuchDate' satisfies PlainKey;

/** Epoch milliseconds that are a date: others have no text. */
export const dateMs = z.number().min(-farthestDate, notADate).max(farthestDate, notADate);

/** YYYY-MM-DD. */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, notADate);

/** The most characters of a text in an edit. */
export const mostTextLength = 4096;

/** Values in an edit. null clears a field. */
const editValues = {
  text: z.string().max(mostTextLength).nullable(),
  switch: z.boolean(),
  count: z.number().int().nonnegative().nullable(),
  moment: dateMs.nullable(),
  day: day.nullable(),
  set: z.array(z.string()),
  map: z.record(z.string(), z.string()),
  secret: z.string().max(1024),
};

type RecordValues = typeof recordValues;
type EditValues = typeof editValues;

type RecordShape<T extends FieldTable> = {
  [F in keyof T as T[F]['kind'] extends keyof RecordValues ? F : never]: RecordValues[T[F]['kind'] &
    keyof RecordValues];
};
type EditShape<T extends FieldTable> = { [F in keyof T]: EditValues[T[F]['kind']] };

/** The schema of the fields of a record, without secrets. */
export function recordShape<T extends FieldTable>(fields: T): RecordShape<T> {
  const shape = Object.entries(fields).flatMap(([name, { kind }]) =>
    kind === 'secret' ? [] : [[name, recordValues[kind]] as const],
  );
  return Object.fromEntries(shape) as RecordShape<T>;
}

/** The schema of an edit: only the fields that were changed. */
export function editSchema<T extends FieldTable>(fields: T) {
  const shape = Object.entries(fields).map(([name, { kind }]) => [name, editValues[kind]] as const);
  return z.object(Object.fromEntries(shape) as EditShape<T>).partial();
}
