import { createAnswerLog } from '#main/features/field-mapping/answer-log';
import { createFieldMapping } from '#main/features/field-mapping/field-mapping';
import { createFleet } from '#main/features/fleet/fleet';
import { createFreshness, takeCachedChecks } from '#main/features/fleet/freshness';
import { createPrefetched } from '#main/features/jobs/prefetched';
import type { Clock } from '#main/pace/clock';
import type { Status } from '#shared/domain/session';
import { createAccountCalls } from './account-calls';
import { announcedRate, createFactsStore, knownRate, readStoredAccount } from './account-facts';
import { createAccountFeatures } from './account-features';
import { createAccountLists } from './account-lists';
import { receivedItems } from '#main/features/records/cached-list';
import type { Account, AccountOptions } from './account-options';
import { createAccountRefresh } from './account-refresh';
import { cachedNames } from './cached-names';
import { createRefreshDevice } from './refresh-device';
import { openServiceReport } from './service-report';
import { composeStatus } from './status';
import { createStatusReporter } from './status-reporter';

export type { Account } from './account-options';

const listThrottleMs = 500;
const listThrottleDuringJobsMs = 5_000;

/** Opens an account on its cache. It calls the service only after `connect`. */
export function openAccount(options: AccountOptions): Account {
  const { host, cache } = options;
  const { clock } = host;
  const serviceNow = () => clock.now() + (calls.serviceClock.offsetMs() ?? 0);
  /** What users see and what is stored has the time of the service; pacing has that of the computer. */
  const serviceTime: Clock = { ...clock, now: serviceNow };
  const stored = readStoredAccount(cache.list('account')?.value);
  const { dialect, store: serviceReport } = openServiceReport({ cache, clock });
  dialect.fieldMappings = stored.facts.fieldMappings;
  const calls = createAccountCalls({
    clock,
    serviceNow,
    callsPerMinute: () => Math.min(host.callsPerMinute(), announcedRate(facts.current())),
    isWorking: () => features.jobs.isWorking() || features.history.fetcher.isWorking(),
    earlier: stored.calls,
    onCall: () => reporter.soon(),
  });
  const facts = createFactsStore({
    cache,
    clock: serviceTime,
    stored: { ...stored, answeredAt: stored.answeredAt ?? cache.loadFleet().asOf },
    calls: () => calls.meter.snapshot(clock.now()),
    onChanged: options.onFacts,
  });
  const client = options.createClient({ dialect, ...calls.hooks });

  const fleet = createFleet({
    cache,
    clock,
    nextGeneration: options.nextGeneration,
    serviceNow,
    timeZone: () => facts.current().accountTimeZone ?? host.computerTimeZone(),
  });
  const freshness = createFreshness();
  freshness.sync(fleet.ids());
  let areCachedChecksTaken = false;
  /** They have the time of the service, so they count once its clock is known. */
  function takeChecksOfLastSession(): void {
    const offsetMs = calls.serviceClock.offsetMs();
    if (areCachedChecksTaken || offsetMs === null) return;
    areCachedChecksTaken = true;
    const { columns } = cache.loadFleet();
    takeCachedChecks(freshness, columns, fleet.ids(), { now: clock.now(), offsetMs });
  }
  const prefetched = createPrefetched();
  const lists = createAccountLists({
    cache,
    clock: serviceTime,
    client,
    prefetched,
    throttleMs: () => (features.jobs.isWorking() ? listThrottleDuringJobsMs : listThrottleMs),
    onGroups: (list) => {
      fleet.setGroups(receivedItems(list));
      host.onGroups(list);
    },
    onUsers: host.onUsers,
  });
  fleet.setGroups(receivedItems(lists.groups.current()));

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
    host: { ...host, clock: serviceTime },
    refreshDevices: () => refresh.refreshDevices(),
  });
  const refresh = createAccountRefresh({
    ...parts,
    serviceNow,
    freshness,
    features,
    onChanged: () => reporter.soon(),
  });
  const device = createRefreshDevice({
    client,
    fleet,
    clock,
    reserve: calls.reserve,
    refreshPosition: refresh.refreshPosition,
    onAnswered: () => facts.answered(serviceNow()),
  });

  const status = (): Status => {
    takeChecksOfLastSession();
    return composeStatus({
      now: clock.now(),
      answeredAt: facts.answeredAt(),
      freshAt: refresh.freshAt(),
      refresh: refresh.report(),
      listFault: refresh.listFault(),
      counts: fleet.counts(),
      freshness,
      meter: calls.meter,
      callRate: {
        ...calls.rate(),
        setting: host.isDemo ? null : host.callsPerMinute(),
        announced: knownRate(facts.current()),
      },
      counters: calls.counters(),
      skippedRecords: refresh.skippedRecords(),
      clockOffsetMs: calls.serviceClock.offsetMs(),
    });
  };
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
    serviceReport,
    facts: facts.current,
    now: serviceNow,
    status,
    connect: () => {
      refresh.start();
      features.expiryWarnings.start();
      features.liveAlerts.start();
      reporter.soon();
    },
    refreshNow: refresh.now,
    refreshDevice: device.refresh,
    wake: () => {
      refresh.wake();
      reporter.now();
    },
    prioritise: refresh.prioritise,
    countries: cachedNames({
      cache,
      clock: serviceTime,
      name: 'countries',
      ask: () => client.countries(),
    }),
    timeZones: cachedNames({
      cache,
      clock: serviceTime,
      name: 'timeZones',
      ask: () => client.timeZones(),
    }),
    close: () => {
      refresh.stop();
      device.stop();
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
