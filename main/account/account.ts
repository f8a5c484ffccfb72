import type { HandlersOf, WaypostContract } from '#shared/ipc/contract';
import type { Handlers } from '#shared/ipc/define';
import { createAnswerLog } from '#main/features/field-mapping/answer-log';
import { createFieldMapping } from '#main/features/field-mapping/field-mapping';
import { createFleet } from '#main/features/fleet/fleet';
import { createCachedChecks, createFreshness } from '#main/features/fleet/freshness';
import { Prefetched } from '#main/features/jobs/prefetched';
import type { Status } from '#shared/domain/session';
import { createAccountFeatures } from './account-features';
import { createAccountLists } from './account-lists';
import { receivedItems } from '#main/features/records/cached-list';
import type { Account, AccountOptions } from './account-options';
import { createAccountRefresh } from './account-refresh';
import { accountStatus } from './account-status';
import { createCachedNames } from './cached-names';
import { createRefreshMany } from './refresh-many';
import { createRefreshDevice } from './refresh-device';
import { createRefreshCommands } from './refresh-commands';
import { openService } from './service';
import { createStatusReporter } from './status-reporter';

export type { Account } from './account-options';

const listThrottleMs = 500;
const listThrottleDuringJobsMs = 5_000;

/** Opens an account on its cache. It calls the service only after `connect`. */
export function openAccount(options: AccountOptions): Account {
  const { host, cache } = options;
  const { clock } = host;
  const service = openService(options, {
    working: () => ({
      jobs: features.jobs.isWorking() || bulk.isWorking(),
      downloads: features.history.fetcher.isWorking(),
    }),
    onChanged: () => reporter.soon(),
  });
  const { serviceClock, serviceTime, dialect, calls, facts, client } = service;
  const serviceNow = serviceTime.now;
  const timeZone = () => facts.current().accountTimeZone ?? host.computerTimeZone();

  const fleet = createFleet({
    accountId: options.id,
    cache,
    clock,
    nextGeneration: options.nextGeneration,
    onDevice: host.onDevice,
    serviceNow,
    timeZone,
  });
  const freshness = createFreshness();
  freshness.sync(fleet.listed());
  /** They have the time of the service. */
  const takeChecksOfLastSession = createCachedChecks(freshness, {
    columns: () => cache.loadFleet().columns,
    listed: fleet.listed,
    now: clock.now,
    offsetMs: serviceClock.offsetMs,
  });
  const prefetched = new Prefetched();
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
    computerNow: clock.now,
    refreshDevices: () => refresh.refreshDevices(),
    isBusy: () =>
      features.jobs.isWorking() || bulk.isWorking() || features.history.fetcher.isWorking(),
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
    refreshPosition: refresh.refreshPosition,
    onAnswered: () => facts.answered(serviceNow()),
  });

  const bulk = createRefreshMany({
    clock,
    allowance: calls.gate.jobs,
    listed: fleet.listed,
    refreshPosition: refresh.refreshPosition,
    onChanged: () => reporter.soon(),
  });

  const statusParts = { ...parts, clock, serviceClock, serviceTime, freshness, refresh };
  const status = (): Status => {
    takeChecksOfLastSession();
    return accountStatus(statusParts);
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
    reload: lists.reload,
    dialect,
    facts: facts.current,
    now: serviceNow,
    status,
    connect: () => {
      features.handover.start();
      refresh.start();
      features.expiryWarnings.start();
      features.liveAlerts.start();
      features.alertWatch.start();
      reporter.soon();
    },
    ...createRefreshCommands({ host, fleet, calls, refresh, device, bulk, reporter }),
    details: (id) => {
      const at = refresh.expectedAt(id);
      return { ...fleet.details(id), nextCheckAt: at === null ? null : serviceTime.of(at) };
    },
    ...createCachedNames({ cache, clock: serviceTime, client }),
    cancelWaiting: calls.gate.cancelWaiting,
    gate: calls.gate,
    close: () => {
      features.handover.close();
      refresh.stop();
      device.stop();
      bulk.stop();
      calls.close();
      features.expiryWarnings.stop();
      features.jobs.close();
      features.liveAlerts.stop();
      features.alertWatch.close();
      features.history.close();
      features.alertLog.close();
      reporter.close();
      fleet.close();
      lists.close();
      features.records.journal.close();
      facts.save();
      cache.close();
    },
  };
}

/** The calls about the open account itself: its lists, devices and calls. */
export function accountHandlers(account: () => Account): Pick<
  Handlers<WaypostContract>,
  'usage' | 'users' | 'groups' | 'limits'
> & {
  fleet: Omit<HandlersOf<'fleet'>, 'openPort'>;
} {
  return {
    usage: {
      current: () => account().usage(),
      setCallsPerDay: ({ callsPerDay }) => account().setCallsPerDay(callsPerDay),
      forgetLearnedLimit: () => account().forgetLearnedLimit(),
    },
    fleet: {
      refresh: () => account().refreshNow(),
      refreshMany: ({ ids }) => account().refreshMany(ids),
      refreshDevice: ({ id }) => account().refreshDevice(id),
      prioritise: (attention) => account().prioritise(attention),
      details: ({ id }) => account().details(id),
    },
    users: {
      list: () => account().users.current(),
      reload: () => account().reload.users(),
      countries: () => account().countries(),
      timeZones: () => account().timeZones(),
    },
    groups: {
      list: () => account().groups.current(),
      reload: () => account().reload.groups(),
    },
    limits: { devices: () => account().fleet.devices() },
  };
}
