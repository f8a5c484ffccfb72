import { z } from 'zod';

/** How the values of a field compare, merge and travel. A `secret` is only ever sent. */
export type FieldKind = 'text' | 'switch' | 'count' | 'moment' | 'day' | 'set' | 'map' | 'secret';

/** One field of a record. The tables of these are what a new field has to be added to. */
export interface Field {
  kind: FieldKind;
  /** What the user interface and messages call it. */
  label: string;
  /** Cannot be left out of a record or emptied. */
  required?: true;
}

export type FieldTable = Readonly<Record<string, Field>>;

/**
 * Values as a record holds them. null: not provided by the service. A record that was cached before
 * the field existed counts as not providing it.
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

/** Values as an edit holds them. null clears a field. */
const editValues = {
  text: z.string().max(4096).nullable(),
  switch: z.boolean(),
  count: z.number().int().nonnegative().nullable(),
  moment: z.number().nullable(),
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the day as YYYY-MM-DD.')
    .nullable(),
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

/** The part of a record's schema that its fields make; secrets are in no record. */
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
