import type { Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import { createAlertLog, type AlertLog } from '#main/features/alerts/alert-log';
import { createAlertWatch, type AlertWatch } from '#main/features/alerts/alert-watch';
import { createLiveAlerts, type LiveAlerts } from '#main/features/alerts/live-alerts';
import { createExpiryWarnings, type ExpiryWarnings } from '#main/features/expiry/expiry-warnings';
import type { Fleet } from '#main/features/fleet/fleet';
import { createHandover, type Handover } from '#main/features/handover/handover';
import { createHistory, type History } from '#main/features/history/history';
import { noopHistoryHost } from '#main/features/history/host';
import { Jobs } from '#main/features/jobs/jobs';
import type { Prefetched } from '#main/features/jobs/prefetched';
import { createNotes, type Notes } from '#main/features/notes/notes';
import { createRecords, type RecordsFeature } from '#main/features/records/records';
import { createSavedViews, type SavedViews } from '#main/features/saved-views/saved-views';
import { createStoredViewState, type StoredViewState } from '#main/features/view-state/view-state';
import { createSubmit } from '#main/features/submit/submit-step';
import { heldBack, type HeldBack } from '#shared/domain/alert-channels';
import { FaultError } from '#shared/fault';
import { stateRules } from '#shared/domain/settings';
import { submissionModeOf, type SubmissionModeChoice } from '#shared/domain/session';
import type { AccountCalls } from './account-calls';
import type { FactsStore } from './account-facts';
import type { AccountHost } from './account-host';
import type { AccountLists } from './account-lists';

/** The use cases of one account. */
export interface AccountFeatures {
  records: RecordsFeature;
  notes: Notes;
  jobs: Jobs;
  expiryWarnings: ExpiryWarnings;
  history: History;
  alertLog: AlertLog;
  alertWatch: AlertWatch;
  liveAlerts: LiveAlerts;
  savedViews: SavedViews;
  viewState: StoredViewState;
  handover: Handover;
}

export interface AccountFeaturesOptions {
  host: AccountHost;
  cache: Cache;
  client: ServiceClient;
  dialect: Dialect;
  calls: Pick<AccountCalls, 'gate' | 'dayLimit'>;
  facts: FactsStore;
  fleet: Fleet;
  lists: AccountLists;
  prefetched: Prefetched;
  refreshDevices: () => Promise<void>;
  /** The time of this computer; that of the host is the time of the service. */
  computerNow: () => number;
  /** Background work of the user is running. */
  isBusy: () => boolean;
  /** The account for the journal: user name and address. */
  by: string;
  submissionMode: () => SubmissionModeChoice;
}

export function createAccountFeatures(options: AccountFeaturesOptions): AccountFeatures {
  const { host, cache, client, dialect, fleet, prefetched } = options;
  const { gate } = options.calls;
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
    putDevice: fleet.putDevice,
    capabilities: () => facts().capabilities,
    onActivated: () => {
      const { licences } = facts();
      const used = licences?.used ?? null;
      if (licences && used !== null)
        options.facts.update({ licences: { ...licences, used: used + 1 } });
    },
    onJournal: host.onJournal,
    onDraftSettled: host.onDraftSettled,
    onUndone: ({ jobId, recordId }) => jobs.noteUndone(jobId, recordId),
  });

  async function heldBackNow(id: string, channels: readonly string[]): Promise<HeldBack[]> {
    try {
      const sent = await client.device(id);
      fleet.putDevice(sent);
      const now = clock.now();
      return heldBack({ ...sent.record, receivedAt: now }, channels, timeZone(), now);
    } catch (error) {
      // The alert was stored; only why a channel was left out stays unknown.
      if (error instanceof FaultError) return [];
      throw error;
    }
  }

  const jobs = new Jobs({
    cache,
    clock,
    random,
    newId,
    budget: gate.jobs,
    execute: records.execute,
    drafts: records.drafts,
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
    submit: createSubmit(client, submissionMode, heldBackNow),
    reopen: (...time) => {
      history.reopen(...time);
      alertWatch.reopen(...time);
    },
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
    budget: gate.downloads,
    dialect,
    cache,
    clock,
    random,
    newId,
    timeZone,
    host: historyHost,
    onAlertsChanged: (deviceIds) => {
      alertWatch.reread(deviceIds);
      alertLog.refresh(deviceIds);
    },
    onBug,
  });

  const alertLog = createAlertLog({
    store: history.days,
    records: cache.records('acknowledged'),
    submitted: cache.records('setting'),
    clock,
    watch: () => alertWatch.state(),
    onChanged: historyHost.onAlertOverview,
  });

  const alertWatch = createAlertWatch({
    client,
    dialect,
    store: history.days,
    clock,
    random,
    newId,
    timeZone,
    settleMs: () => historyHost.settings().historySettleHours * 3_600_000,
    ids: fleet.ids,
    callsPerMinute: gate.refresh.callsPerMinute,
    isBusy: options.isBusy,
    off: () => {
      if (host.refreshPause?.()) return 'paused';
      const phase = options.calls.dayLimit()?.phase ?? 'enough';
      return gate.pause() !== null || phase !== 'enough' ? 'budget' : null;
    },
    onAlerts: (deviceId) => alertLog.refresh([deviceId]),
    onState: () => alertLog.watchChanged(),
    onBug,
  });

  return {
    records,
    notes: createNotes({ cache, drafts: records.drafts, now: clock.now }),
    jobs,
    history,
    alertLog,
    alertWatch,
    savedViews: createSavedViews(cache.records('setting')),
    viewState: createStoredViewState(cache.records('setting')),
    handover: createHandover({
      cache,
      clock,
      computerNow: options.computerNow,
      lists: { user: users.current, group: groups.current },
      journal: records.journal,
      rules: () => stateRules(historyHost.settings()),
      answeredAt: options.facts.answeredAt,
      isReported: host.isDemo !== true,
      onAbsence: (absence) => host.onAbsence?.(absence),
      onBug,
    }),
    expiryWarnings: createExpiryWarnings({
      clock,
      records: cache.records('warned'),
      devices: fleet.expiring,
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
