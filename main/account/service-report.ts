import { createDialect, type Dialect } from '#main/api/dialect';
import { dialectFromReport, readServiceReport } from '#main/api/dialect-from-report';
import type { Cache } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';
import type { ServiceReport } from '#shared/domain/service-report';

/** The report of the contract suite on this account's service, kept with the account. */
export interface ServiceReportStore {
  current(): ServiceReport | null;
  /** Keeps a report and uses its dialect from now on; null: learn from the answers again. */
  use(report: ServiceReport | null): void;
}

/** The dialect of an account from its report, and the store that changes both. */
export function openServiceReport(options: {
  cache: Pick<Cache, 'list' | 'putList'>;
  clock: Clock;
}): {
  dialect: Dialect;
  store: ServiceReportStore;
} {
  const { cache, clock } = options;
  const current = () => readServiceReport(cache.list('serviceReport')?.value);
  const dialectOf = (report: ServiceReport | null) =>
    report ? dialectFromReport(report) : createDialect();
  const dialect = dialectOf(current());
  return {
    dialect,
    store: {
      current,
      use: (report) => {
        cache.putList('serviceReport', report, clock.now());
        adopt(dialect, dialectOf(report));
      },
    },
  };
}

/** Changes a dialect in place, because the client and the features hold its parts. Field mappings stay. */
function adopt(dialect: Dialect, next: Dialect): void {
  dialect.patchContentType = next.patchContentType;
  dialect.refusalsTrustedUntil = next.refusalsTrustedUntil;
  dialect.untestableMembers.clear();
  for (const member of next.untestableMembers) dialect.untestableMembers.add(member);
  dialect.errorPages.clear();
  for (const status of next.errorPages) dialect.errorPages.add(status);
  Object.assign(dialect.rangeWidths, next.rangeWidths);
}
