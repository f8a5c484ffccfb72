import type { FieldMappings } from '#shared/domain/field-mapping';
import type { LogKind } from '#shared/domain/history';

/**
 * What was learned about one service where the interface leaves a choice or is not documented. Each open
 * account has one, which its client and its features share. It starts from the report on the service, if
 * the account has one, and from the field mappings. What is learned is held in memory only: the next
 * session learns it again. How users name their group is not part of it, because the lists show it at any time.
 */
export interface Dialect {
  /** Media type of a PATCH. Some services insist on that of RFC 6902, learned from a 415. */
  patchContentType: 'application/json' | 'application/json-patch+json';
  /**
   * Until then a 403, or a failure reported as success, is treated as final. After that, the first
   * one may mean an expired token and is retried once with a new one. Milliseconds of the monotonic
   * clock.
   */
  refusalsTrustedUntil: number;
  /**
   * What the service refuses the `test` operation for: `kind/member`, or `kind` for all its members.
   */
  untestableMembers: Set<string>;
  /** The width of the time range that one call for a log may have. */
  rangeWidths: Record<LogKind, RangeWidth>;
  answerSizes: Record<LogKind, AnswerSize>;
  /** The members that known values are read from; set by the user and stored with the account. */
  fieldMappings: FieldMappings;
}

/** In milliseconds. */
interface RangeWidth {
  /** What is requested at present; halved when the service refuses a range. */
  current: number;
  /** The widest range that succeeded; null before the first success. */
  answered: number | null;
}

/** What the answers to range queries showed; no limit is documented. */
interface AnswerSize {
  /** The most records received in one answer; 0 before the first. */
  most: number;
  /** An answer of that many records was cut by the service. */
  isCap: boolean;
  /** Widths of ranges that are below the cap, in milliseconds, by the id of a device that sends more. */
  deviceWidths: Map<string, number>;
}

const dayMs = 86_400_000;

export function createDialect(): Dialect {
  return {
    patchContentType: 'application/json',
    refusalsTrustedUntil: Number.NEGATIVE_INFINITY,
    untestableMembers: new Set(),
    rangeWidths: {
      locations: { current: dayMs, answered: null },
      alerts: { current: dayMs, answered: null },
    },
    answerSizes: { locations: unknownSize(), alerts: unknownSize() },
    fieldMappings: {},
  };
}

const unknownSize = (): AnswerSize => ({ most: 0, isCap: false, deviceWidths: new Map() });
