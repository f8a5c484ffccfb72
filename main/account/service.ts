import { createDialect, type Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import { createServiceClock, type ServiceClock } from '#main/pace/service-clock';
import { createServiceTime, type ServiceTime } from '#main/pace/service-time';
import { createAccountCalls, type AccountCalls } from './account-calls';
import {
  announcedRate,
  createFactsStore,
  readStoredAccount,
  type FactsStore,
} from './account-facts';
import type { AccountOptions } from './account-options';

/** The service of an account: how it is called, and what is known of it. */
export interface AccountService {
  serviceClock: ServiceClock;
  /** The clock of the account, in the time of the service. */
  serviceTime: ServiceTime;
  dialect: Dialect;
  calls: AccountCalls;
  facts: FactsStore;
  client: ServiceClient;
}

interface AccountWork {
  /** Which background work of the user is running. */
  working: () => { jobs: boolean; downloads: boolean };
  /** The status of the calls changed. */
  onChanged: () => void;
}

/** Reads what the cache has of the service; calls nothing. */
export function openService(options: AccountOptions, work: AccountWork): AccountService {
  const { host, cache } = options;
  const { clock } = host;
  const serviceClock = createServiceClock();
  const serviceTime = createServiceTime(clock, serviceClock);
  const stored = readStoredAccount(cache.list('account')?.value);
  const dialect = createDialect();
  dialect.fieldMappings = stored.facts.fieldMappings;
  const calls = createAccountCalls({
    clock,
    serviceClock,
    serviceNow: serviceTime.now,
    callsPerMinute: () => Math.min(host.callsPerMinute(), announcedRate(facts.current())),
    working: work.working,
    accountTimeZone: () => facts.current().accountTimeZone,
    computerTimeZone: host.computerTimeZone,
    stored,
    history: options.callHistory,
    onLearned: () => facts.save(),
    onChanged: work.onChanged,
  });
  const facts = createFactsStore({
    cache,
    clock: serviceTime,
    stored: { ...stored, answeredAt: stored.answeredAt ?? cache.loadFleet().asOf },
    calls: calls.stored,
    onChanged: options.onFacts,
  });
  const client = options.createClient({ dialect, ...calls.hooks });
  return { serviceClock, serviceTime, dialect, calls, facts, client };
}
