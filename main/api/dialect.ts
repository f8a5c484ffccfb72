import type { FieldMappings } from '#shared/domain/field-mapping';
import type { LogKind } from '#shared/domain/history';

/**
 * What was learned about one service where the interface leaves a choice or is not documented. Each open
 * account has one, which its client and its features share. Except for the field mappings, it is held in
 * memory only: the next session learns it again. How users name their group is not part of it, because the lists show it at any time.
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
  /** Members of which the service refuses the `test` operation, as `kind/member`. */
  untestableMembers: Set<string>;
  /** The width of the time range that one call for a log may have. */
  rangeWidths: Record<LogKind, RangeWidth>;
  /** The members that known values are read from; set by the user and stored with the account. */
  fieldMappings: FieldMappings;
}

/** In milliseconds. */
export interface RangeWidth {
  /** What is requested at present; halved when the service refuses a range. */
  current: number;
  /** The widest range that succeeded; null before the first success. */
  answered: number | null;
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
    fieldMappings: {},
  };
}
