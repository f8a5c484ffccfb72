import { z } from 'zod';
import { logKinds } from '#shared/domain/history';

/**
 * How a service uses the freedom that the documents leave, as one run of the portable contract suite
 * observed it. A member that is absent was not observed.
 */
export const observedDialectSchema = z
  .object({
    /** The media type of a PATCH body that the service accepts. */
    patchContentType: z.enum(['application/json', 'application/json-patch+json']),
    /** What `test` of a JSON Patch does, by kind of record. `ignored`: the patch is applied anyway. */
    patchTest: z
      .object({
        user: z.enum(['guards', 'refused', 'ignored']),
        group: z.enum(['guards', 'refused', 'ignored']),
      })
      .partial(),
    /** The status of a call without a valid token. */
    missingTokenStatus: z.number().int(),
    /** The form of the body of a refused call, by its status. */
    errorBodies: z.record(z.string(), z.enum(['json', 'empty', 'html', 'text'])),
    createStatus: z.number().int(),
    deleteAnswer: z.enum(['envelope', 'empty']),
    /** Where a group or a user is in the answer. */
    singleRecord: z.enum(['flat', 'named', 'data']),
    lists: z.enum(['envelope', 'bare', 'data']),
    /** `other`: members are written in another letter case, such as PascalCase. */
    memberCase: z.enum(['documented', 'other']),
    /** What the `group` of a user may contain. */
    groupReference: z.enum(['id', 'name', 'either', 'neither']),
    /** Whether the two POST calls of a device answer a query by `from` and `to`. */
    reportCalls: z.enum(['query', 'refused']),
    /** The widest range that a query was answered for, in milliseconds; at most one day is tried. */
    answeredRangeMs: z.partialRecord(z.enum(logKinds), z.number().positive()),
  })
  .partial();
export type ObservedDialect = z.infer<typeof observedDialectSchema>;

/** The source marks of the wire contract under which an expectation is only assumed. */
export const assumptionMarks = ['A', 'C', 'O', 'P', 'open'] as const;
export type AssumptionMark = (typeof assumptionMarks)[number];

/** One assumption that does not hold for the service. */
export const differenceSchema = z.object({
  /** What was assumed, as a sentence. */
  expectation: z.string(),
  /** The section, such as `wire contract 1.5`. */
  source: z.string(),
  /** The mark of the wire contract; `open`: the documents leave it open. */
  mark: z.enum(assumptionMarks),
  /** What the service did instead; the first occurrence. */
  found: z.string(),
  occurrences: z.number().int().positive(),
  /** The tests in which it was found. */
  tests: z.array(z.string()),
});
export type Difference = z.infer<typeof differenceSchema>;

/** What a run of the portable contract suite found out about a service, as a JSON file. */
export const serviceReportSchema = z.object({
  format: z.literal('waypost-service-report'),
  version: z.literal(1),
  /** The address of the service, or its name in our tests. Never contains a key. */
  service: z.string(),
  /** Expectations that the documents state: how many were checked. One that fails fails its test. */
  documented: z.number().int(),
  /** Expectations that are only assumed: how many were checked. */
  assumed: z.number().int(),
  differences: z.array(differenceSchema).max(1000),
  dialect: observedDialectSchema,
});
export type ServiceReport = z.infer<typeof serviceReportSchema>;
