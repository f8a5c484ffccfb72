import type { Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import { createAlertLog, type AlertLog } from '#main/features/alerts/alert-log';
import { createLiveAlerts, type LiveAlerts } from '#main/features/alerts/live-alerts';
import { createExpiryWarnings, type ExpiryWarnings } from '#main/features/expiry/expiry-warnings';
import type { Fleet } from '#main/features/fleet/fleet';
import { createHistory, type History } from '#main/features/history/history';
import { noopHistoryHost } from '#main/features/history/host';
import { createJobs, type Jobs } from '#main/features/jobs/jobs';
import type { Prefetched } from '#main/features/jobs/prefetched';
import { createRecords, type RecordsFeature } from '#main/features/records/records';
import { createSubmit } from '#main/features/submit/submit-step';
import { submissionModeOf, type SubmissionModeChoice } from '#shared/domain/session';
import type { AccountCalls } from './account-calls';
import type { FactsStore } from './account-facts';
import type { AccountHost } from './account-host';
import type { AccountLists } from './account-lists';

/** The use cases of one account. */
export interface AccountFeatures {
  records: RecordsFeature;
  jobs: Jobs;
  expiryWarnings: ExpiryWarnings;
  history: History;
  alertLog: AlertLog;
  liveAlerts: LiveAlerts;
}

export interface AccountFeaturesOptions {
  host: AccountHost;
  cache: Cache;
  client: ServiceClient;
  dialect: Dialect;
  calls: Pick<AccountCalls, 'work'>;
  facts: FactsStore;
  fleet: Fleet;
  lists: AccountLists;
  prefetched: Prefetched;
  refreshDevices: () => Promise<void>;
  /** The account for the journal: user name and address. */
  by: string;
  submissionMode: () => SubmissionModeChoice;
}

export function createAccountFeatures(options: AccountFeaturesOptions): AccountFeatures {
  const { host, cache, client, dialect, fleet, prefetched } = options;
  const budget = options.calls.work;
  const { clock, random, newId, onBug } = host;
  const { users, groups } = options.lists;
  const facts = options.facts.current;
  const accountTimeZone = () => facts().accountTimeZone;
  const timeZone = () => accountTimeZone() ?? host.computerTimeZone();
  const submissionMode = () => submissionModeOf(options.submissionMode(), facts().capabilities);
  const historyHost = host.history ?? noopHistoryHost;

  const records = createRecords({
    client,
    dialect,
    cache,
    clock,
    newId,
    by: options.by,
    users,
    groups,
    devices: {
      put: fleet.putDevice,
      edited: (device) => host.onDevice({ ...device, receivedAt: clock.now() }),
    },
    capabilities: () => facts().capabilities,
    onActivated: () => {
      const { licences } = facts();
      const used = licences?.used ?? null;
      if (licences && used !== null)
        options.facts.update({ licences: { ...licences, used: used + 1 } });
    },
    onJournal: host.onJournal,
    onUndone: ({ jobId, recordId }) => jobs.noteUndone(jobId, recordId),
  });

  const jobs = createJobs({
    cache,
    clock,
    random,
    newId,
    budget,
    execute: records.execute,
    journal: records.journal,
    users: () => users.current().items,
    groups: () => groups.current().items,
    unknown: options.lists.unknown,
    devices: fleet.devices,
    device: (id) => fleet.details(id).device,
    facts,
    timeZone,
    prefetched,
    submissionMode,
    submit: createSubmit(client, submissionMode),
    reopen: (...time) => history.reopen(...time),
    noteAlerts: (...submitted) => alertLog.noteSubmitted(...submitted),
    refresh: {
      user: () => users.refresh(),
      group: () => groups.refresh(),
      limits: options.refreshDevices,
    },
    onJobs: (list) => {
      if (!list.some(({ phase }) => phase === 'running')) options.lists.flush();
      host.onJobs(list);
    },
    onBug,
  });

  const history = createHistory({
    client,
    budget,
    dialect,
    cache,
    clock,
    random,
    newId,
    timeZone,
    host: historyHost,
    onAlertsChanged: () => alertLog.refresh(),
    onBug,
  });

  const alertLog = createAlertLog({
    store: history.days,
    records: cache.records('acknowledged'),
    submitted: cache.records('setting'),
    clock,
    onChanged: historyHost.onUnacknowledged,
  });

  return {
    records,
    jobs,
    history,
    alertLog,
    expiryWarnings: createExpiryWarnings({
      clock,
      records: cache.records('warned'),
      devices: fleet.devices,
      timeZone,
      thresholds: host.warningDays,
      notify: host.notify,
    }),
    liveAlerts: createLiveAlerts({
      cache,
      records: cache.records('announced'),
      clock,
      host: historyHost,
      accountTimeZone,
      computerTimeZone: host.computerTimeZone,
    }),
  };
}
