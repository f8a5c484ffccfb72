import { z } from 'zod';
import type { PlainKey } from '#shared/i18n/translate';

/** A number that counts from 1970 in place of an ISO 8601 text. */
const momentForms = ['unixSeconds', 'unixMilliseconds'] as const;
export type MomentForm = (typeof momentForms)[number];

/** The member of an answer that a field is read from. */
export const mappedMemberSchema = z.object({
  /** JSON Pointer (RFC 6901), relative to the record. */
  pointer: z.string().regex(/^\//).max(500),
  /** How a number becomes a moment; absent: the value is read as usual. */
  as: z.enum(momentForms).optional(),
});
export type MappedMember = z.infer<typeof mappedMemberSchema>;

/** Which members of a kind of record are read for which fields. */
export type FieldMapping = Readonly<Partial<Record<string, MappedMember>>>;

interface Mappable {
  label: PlainKey;
  /** How its values are recognised in an answer. */
  kind: 'moment' | 'latitude' | 'longitude' | 'number' | 'count' | 'switch' | 'text';
}

/**
 * The fields that a user can map, for services that send known values under unknown names. The limits
 * are members of the device record.
 */
const mappableFields = {
  location: {
    at: { label: 'field-mapping.label.at', kind: 'moment' },
    latitude: { label: 'field-mapping.label.latitude', kind: 'latitude' },
    longitude: { label: 'field-mapping.label.longitude', kind: 'longitude' },
    speed: { label: 'field-mapping.label.speed', kind: 'number' },
    course: { label: 'field-mapping.label.course', kind: 'number' },
    battery: { label: 'field-mapping.label.battery', kind: 'number' },
  },
  device: {
    name: { label: 'field-mapping.label.name', kind: 'text' },
    expiresAt: { label: 'field-mapping.label.expiresAt', kind: 'moment' },
    isActive: { label: 'field-mapping.label.isActive', kind: 'switch' },
  },
  limits: {
    expires: { label: 'field-mapping.label.expires', kind: 'switch' },
    expirationDate: { label: 'field-mapping.label.expirationDate', kind: 'moment' },
    dailyEmailLimit: { label: 'field-mapping.label.dailyEmailLimit', kind: 'count' },
    dailySmsLimit: { label: 'field-mapping.label.dailySmsLimit', kind: 'count' },
    emailsSentToday: { label: 'field-mapping.label.emailsSentToday', kind: 'count' },
    smsSentToday: { label: 'field-mapping.label.smsSentToday', kind: 'count' },
  },
} as const satisfies Record<string, Record<string, Mappable>>;
export type MappedKind = keyof typeof mappableFields;
export const mappedKinds = Object.keys(mappableFields) as MappedKind[];

export function fieldsOfKind(kind: MappedKind): [field: string, entry: Mappable][] {
  return Object.entries(mappableFields[kind]);
}

const mappingOf = (kind: MappedKind) =>
  z
    .partialRecord(
      z.enum(Object.keys(mappableFields[kind]) as [string, ...string[]]),
      mappedMemberSchema,
    )
    .optional();

/** The field mappings of an account; empty: every field has the name of the interface. */
export const fieldMappingsSchema = z.object({
  location: mappingOf('location'),
  device: mappingOf('device'),
  limits: mappingOf('limits'),
});
export type FieldMappings = z.infer<typeof fieldMappingsSchema>;

/** The kinds of answers that are counted as understood or not. */
const answerKinds = ['location', 'device'] as const;

/** How many of the latest answers of a kind were understood. */
const answerCountSchema = z.object({
  kind: z.enum(answerKinds),
  /** Of the latest answers, at most 50. */
  answers: z.number(),
  notUnderstood: z.number(),
});
export type AnswerCount = z.infer<typeof answerCountSchema>;

/** Whether most answers of a kind are not understood, so that a field mapping may help. */
export function isMostlyNotUnderstood({ answers, notUnderstood }: AnswerCount): boolean {
  return notUnderstood * 2 > answers;
}

/** The mapping of an account with what it is judged by. */
export const fieldMappingStateSchema = z.object({
  mappings: fieldMappingsSchema,
  counts: z.array(answerCountSchema),
  /** Some of the latest records as received, those that were not understood first. */
  samples: z.object({ location: z.array(z.unknown()), device: z.array(z.unknown()) }),
});
export type FieldMappingState = z.infer<typeof fieldMappingStateSchema>;
