import { logKinds } from '#shared/domain/history';
import { serviceReportSchema, type ServiceReport } from '#shared/domain/service-report';
import { createDialect, type Dialect } from './dialect';

/** What one call may ask for: downloads use no narrower and no wider ranges. */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The report in a JSON value, such as the content of the file that the portable contract suite wrote;
 * null if it is none.
 */
export function readServiceReport(json: unknown): ServiceReport | null {
  return serviceReportSchema.safeParse(json).data ?? null;
}

/**
 * The dialect that a report of the portable contract suite describes. What the suite did not observe is
 * learned from the answers, as for any service. The observations that have no member here need none:
 * the client reads every such form at any time.
 */
export function dialectFromReport({ dialect: observed }: ServiceReport): Dialect {
  const dialect = createDialect();
  dialect.patchContentType = observed.patchContentType ?? dialect.patchContentType;
  for (const kind of ['user', 'group'] as const) {
    const seen = observed.patchTest?.[kind];
    if (seen === 'refused' || seen === 'ignored') dialect.untestableMembers.add(kind);
  }
  for (const [status, body] of Object.entries(observed.errorBodies ?? {})) {
    if (body === 'html') dialect.errorPages.add(Number(status));
  }
  for (const log of logKinds) {
    const seen = observed.answeredRangeMs?.[log];
    if (seen === undefined) continue;
    const width = Math.min(dayMs, Math.max(hourMs, seen));
    dialect.rangeWidths[log] = { current: width, answered: width };
  }
  return dialect;
}
