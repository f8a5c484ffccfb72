import { createDialect } from '#main/api/dialect';
import { createAnswerLog } from '#main/features/field-mapping/answer-log';
import { createFieldMapping } from '#main/features/field-mapping/field-mapping';
import { createFleet } from '#main/features/fleet/fleet';
import { createPrefetched } from '#main/features/jobs/prefetched';
import type { Status } from '#shared/domain/session';
import { createAccountCalls } from './account-calls';
import { announcedRate, createFactsStore, readStoredAccount } from './account-facts';
import { createAccountFeatures } from './account-features';
import { createAccountLists } from './account-lists';
import type { Account, AccountOptions } from './account-options';
import { createAccountRefresh } from './account-refresh';
import { cachedNames } from './cached-names';
import { composeStatus } from './status';
import { createStatusReporter } from './status-reporter';

export type { Account } from './account-options';

const listThrottleMs = 500;
const listThrottleDuringJobsMs = 5_000;

/** Opens an account on its cache. It calls the service only after `connect`. */
export function openAccount(options: AccountOptions): Account {
  const { host, cache } = options;
  const { clock } = host;
  const stored = readStoredAccount(cache.list('account')?.value);
  const dialect = { ...createDialect(), fieldMappings: stored.facts.fieldMappings };
  const calls = createAccountCalls({
    clock,
    callsPerMinute: () => Math.min(host.callsPerMinute(), announcedRate(facts.current())),
    isWorking: () => features.jobs.isWorking() || features.history.fetcher.isWorking(),
    earlier: stored.calls,
    onCall: () => reporter.soon(),
  });
  const facts = createFactsStore({
    cache,
    clock,
    stored: { ...stored, answeredAt: stored.answeredAt ?? cache.loadFleet().asOf },
    calls: () => calls.meter.snapshot(clock.now()),
    onChanged: options.onFacts,
  });
  const client = options.createClient({ dialect, ...calls.hooks });

  const fleet = createFleet({ cache, clock, nextGeneration: options.nextGeneration });
  const prefetched = createPrefetched();
  const lists = createAccountLists({
    cache,
    clock,
    client,
    prefetched,
    throttleMs: () => (features.jobs.isWorking() ? listThrottleDuringJobsMs : listThrottleMs),
    onGroups: (list) => {
      fleet.setGroups(list.items);
      host.onGroups(list);
    },
    onUsers: host.onUsers,
  });
  fleet.setGroups(lists.groups.current().items);

  const answers = createAnswerLog(() => host.onFieldMapping?.(fieldMapping.state()));
  const fieldMapping = createFieldMapping({
    answers,
    current: () => dialect.fieldMappings,
    store: (fieldMappings) => {
      dialect.fieldMappings = fieldMappings;
      facts.update({ fieldMappings });
    },
    refresh: () => void refresh.now(),
    onChanged: (state) => host.onFieldMapping?.(state),
  });

  const parts = { ...options, answers, client, dialect, calls, facts, fleet, lists, prefetched };
  const features = createAccountFeatures({
    ...parts,
    refreshDevices: () => refresh.refreshDevices(),
  });
  const refresh = createAccountRefresh({ ...parts, features, onChanged: () => reporter.soon() });

  const status = (): Status =>
    composeStatus({
      now: clock.now(),
      answeredAt: facts.answeredAt(),
      freshAt: refresh.freshAt(),
      refresh: refresh.report(),
      listFault: refresh.listFault(),
      counts: fleet.counts(),
      meter: calls.meter,
      usage: calls.usage(),
      skippedRecords: refresh.skippedRecords(),
    });
  const reporter = createStatusReporter({
    clock,
    status,
    report: host.onStatus,
    onIdle: facts.save,
  });

  return {
    ...features,
    fleet,
    fieldMapping,
    groups: lists.groups,
    users: lists.users,
    dialect,
    facts: facts.current,
    status,
    connect: () => {
      refresh.start();
      features.expiryWarnings.start();
      features.liveAlerts.start();
      reporter.soon();
    },
    refreshNow: refresh.now,
    wake: () => {
      refresh.wake();
      reporter.now();
    },
    prioritise: refresh.prioritise,
    countries: cachedNames({ cache, clock, name: 'countries', ask: () => client.countries() }),
    timeZones: cachedNames({ cache, clock, name: 'timeZones', ask: () => client.timeZones() }),
    close: () => {
      refresh.stop();
      features.expiryWarnings.stop();
      features.jobs.close();
      features.liveAlerts.stop();
      features.history.close();
      reporter.close();
      fleet.close();
      lists.close();
      features.records.journal.close();
      facts.save();
      cache.close();
    },
  };
}
