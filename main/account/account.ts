import { setImmediate as nextTurn } from 'node:timers/promises';
import { shareBudget } from '#main/pace/allocation';
import { createBudget } from '#main/pace/budget';
import { createPoller } from '#main/pace/poller';
import { FaultError, type Fault } from '#shared/fault';
import { submissionModeOf, type Status } from '#shared/domain/session';
import { createAlertLog } from '#main/features/alerts/alert-log';
import { createLiveAlerts } from '#main/features/alerts/live-alerts';
import { createExpiryWarnings } from '#main/features/expiry/expiry-warnings';
import { createJobs } from '#main/features/jobs/jobs';
import { createPrefetched } from '#main/features/jobs/prefetched';
import { createFleet } from '#main/features/fleet/fleet';
import { createHistory } from '#main/features/history/history';
import { noopHistoryHost } from '#main/features/history/host';
import { createRecords } from '#main/features/records/records';
import { createAccountLists } from './account-lists';
import { createSubmit } from '#main/features/submit/submit-step';
import { composeStatus, createCallMeter } from './status';
import {
  announcedRate,
  type Account,
  type AccountFacts,
  type AccountOptions,
} from './account-options';

export type { Account } from './account-options';
import { cachedNames } from './cached-names';
import { createListRefresh } from './list-refresh';
import { readStoredAccount } from './stored-account';

/** At most this many status messages a second; a position every few milliseconds is no news. */
const statusEveryMs = 500;
const listsEveryMs = 5 * 60_000;
/** Without a device only the lists tell that the service still answers. */
const emptyListsEveryMs = 60_000;
/** The status is told anew at least this often, because its claims age. */
const statusAtLeastEveryMs = 15_000;

export function openAccount(options: AccountOptions): Account {
  const { cache, clock } = options;
  const stored = readStoredAccount(cache.list('account')?.value);
  let { facts } = stored;
  /** When the devices or a position of them came last; other answers say nothing about the fleet. */
  let answeredAt = stored.answeredAt ?? cache.loadFleet().asOf;
  /** When a list, and when a position, was brought in this session. */
  let listedAt: number | null = null;
  let positionedAt: number | null = null;
  let usage = { apiUsage: null as number | null, apiDailyUsage: null as number | null };
  let skippedRecords = 0;
  let prioritised: readonly string[] = [];
  let cancelStatus: (() => void) | null = null;
  let closed = false;
  const meter = createCallMeter(stored.calls);
  const host = options.history ?? noopHistoryHost;
  /** The zone that the account's days are counted in. */
  const accountDayZone = () => facts.accountTimeZone ?? options.computerTimeZone();

  const client = options.createClient((call) => {
    meter.record(call.at);
    usage = {
      apiUsage: call.apiUsage ?? usage.apiUsage,
      apiDailyUsage: call.apiDailyUsage ?? usage.apiDailyUsage,
    };
    statusSoon();
  });

  const fleet = createFleet({
    cache,
    clock,
    nextGeneration: options.nextGeneration,
  });
  const prefetched = createPrefetched();
  /** A list is written and sent whole: a job of thousands of rows must not do so for each few. */
  const listThrottleMs = () => (jobs.isWorking() ? 5_000 : 500);
  const { groups, users } = createAccountLists({
    cache,
    clock,
    client,
    prefetched,
    throttleMs: listThrottleMs,
    onGroups: (list) => {
      fleet.setGroups(list.items);
      options.onGroups(list);
    },
    onUsers: options.onUsers,
  });
  fleet.setGroups(groups.current().items);

  function keepFacts(next: AccountFacts): void {
    facts = next;
    keepAccount();
    options.onFacts(facts);
  }

  function keepAccount(): void {
    cache.putList(
      'account',
      { facts, calls: meter.snapshot(clock.now()), answeredAt },
      clock.now(),
    );
  }

  async function signIn(): Promise<void> {
    const token = await client.signIn();
    keepFacts({ ...facts, ...token });
  }

  async function askDevices(): Promise<void> {
    const askedAt = clock.now();
    const list = await client.devices();
    const asOf = clock.now();
    await cache.prepareDevices(list.items, asOf, () => nextTurn());
    if (closed) return;
    skippedRecords = list.skippedRecords.length;
    answeredAt = listedAt = asOf;
    prefetched.take('limits', list.items);
    fleet.replaceDevices(list.items, asOf, askedAt);
    keepFacts({ ...facts, licences: list.licences ?? facts.licences });
    poller.start();
    expiryWarnings.check();
    liveAlerts.listed(list.items.map(({ record }) => record));
  }

  const budget = createBudget({
    callsPerMinute: () => Math.min(options.callsPerMinute(), announcedRate(facts)),
    now: clock.now,
  });
  const isWorking = () => jobs.isWorking() || history.fetcher.isWorking();
  const shares = shareBudget({ budget, isWorking, now: clock.now });
  const poller = createPoller({
    budget: shares.refresh,
    ids: fleet.ids,
    prioritised: () => prioritised,
    now: clock.now,
    after: clock.after,
    random: options.random,
    ask: async (id) => {
      try {
        const answer = await client.lastLocation(id);
        answeredAt = positionedAt = clock.now();
        fleet.putFix(id, answer.fix, answer.raw, answeredAt);
        liveAlerts.seen(id, answer.fix);
      } catch (error) {
        if (error instanceof FaultError && error.fault.kind === 'forbidden') fleet.wasAsked(id);
        throw error;
      }
    },
    onState: (state) => {
      // Only a refresh that stopped for it says that the key is refused now.
      if (state.reason?.kind !== 'unauthorized' || state.phase === 'stopped') {
        reportKey(state.reason);
      }
      statusSoon();
    },
    onBug: options.onBug,
  });

  const counted =
    <T>(ask: () => Promise<T>) =>
    () => {
      budget.take();
      return ask();
    };
  const records = createRecords({
    client,
    onCall: budget.take,
    cache,
    clock,
    newId: options.newId,
    by: options.by,
    users: { ...users, refresh: counted(() => users.refresh()) },
    groups: { ...groups, refresh: counted(() => groups.refresh()) },
    devices: { put: fleet.putDevice, edited: options.onDevice },
    capabilities: () => facts.capabilities,
    onActivated: () => {
      const { licences } = facts;
      if (!licences) return;
      keepFacts({ ...facts, licences: { ...licences, used: licences.used + 1 } });
    },
    onJournal: options.onJournal,
    onUndone: ({ jobId, recordId }) => jobs.noteUndone(jobId, recordId),
  });

  const jobs = createJobs({
    cache,
    clock,
    random: options.random,
    newId: options.newId,
    budget: shares.work,
    execute: records.execute,
    journal: records.journal,
    users: () => users.current().items,
    groups: () => groups.current().items,
    devices: fleet.devices,
    device: (id) => fleet.details(id).device,
    facts: () => facts,
    timeZone: accountDayZone,
    prefetched,
    submissionMode: () => submissionModeOf(options.reading(), facts.capabilities),
    submit: createSubmit(client, budget.take),
    reopen: (...time) => history.reopen(...time),
    refresh: {
      user: counted(() => users.refresh()),
      group: counted(() => groups.refresh()),
      limits: counted(askDevices),
    },
    onJobs: (list) => {
      if (!list.some(({ phase }) => phase === 'running')) {
        groups.flush();
        users.flush();
      }
      options.onJobs(list);
    },
    onBug: options.onBug,
  });

  const expiryWarnings = createExpiryWarnings({
    clock,
    records: cache.records('warned'),
    devices: fleet.devices,
    timeZone: accountDayZone,
    thresholds: options.warningDays,
    notify: options.notify,
  });

  const history = createHistory({
    client,
    budget: {
      ...shares.work,
      take: () => {
        budget.take();
        shares.work.take();
      },
    },
    cache,
    clock,
    random: options.random,
    newId: options.newId,
    timeZone: accountDayZone,
    host,
    onAlertsChanged: () => alertLog.refresh(),
    onBug: options.onBug,
  });
  const alertLog = createAlertLog({
    store: history.days,
    records: cache.records('acknowledged'),
    clock,
    onChanged: host.onUnacknowledged,
  });
  const liveAlerts = createLiveAlerts({
    cache,
    records: cache.records('announced'),
    clock,
    host,
    accountTimeZone: () => facts.accountTimeZone,
    computerTimeZone: options.computerTimeZone,
  });

  let isSignedIn = false;
  const lists = createListRefresh({
    clock,
    asks: [
      {
        ask: async () => {
          if (isSignedIn) return;
          await signIn();
          isSignedIn = true;
        },
        isFree: true,
      },
      { ask: counted(askDevices) },
      { ask: counted(() => groups.refresh()), mayBeRefused: true },
      { ask: counted(() => users.refresh()), mayBeRefused: true },
    ],
    book: budget.book,
    everyMs: () => (fleet.ids().length > 0 ? listsEveryMs : emptyListsEveryMs),
    onState: (fault) => {
      reportKey(fault);
      if (fault === null) {
        poller.wake();
        jobs.wake();
        history.fetcher.wake();
        void records.recover();
      }
      statusSoon();
    },
    onBug: options.onBug,
  });

  let keyFault: Fault | null = null;
  function reportKey(fault: Fault | null): void {
    const next = fault?.kind === 'unauthorized' ? fault : null;
    if (next === null && keyFault === null) return;
    // Only an answer takes the claim back; being offline says nothing about the key.
    if (next === null && fault !== null) return;
    keyFault = next;
    liveAlerts.keyRefused(keyFault);
    options.onKeyRefused(keyFault);
  }

  function status(): Status {
    const refresh = poller.state();
    return composeStatus({
      now: clock.now(),
      answeredAt,
      freshAt: fleet.ids().length > 0 ? positionedAt : listedAt,
      refresh: { ...refresh, nextTryAt: lists.nextTryAt() ?? refresh.nextTryAt },
      listFault: lists.fault(),
      counts: fleet.counts(),
      meter,
      usage,
      skippedRecords:
        skippedRecords + groups.current().skippedRecords + users.current().skippedRecords,
    });
  }

  function statusSoon(delayMs = statusEveryMs): void {
    if (closed || cancelStatus) return;
    cancelStatus = clock.after(delayMs, () => {
      cancelStatus = null;
      options.onStatus(status());
      cancelLater?.();
      cancelLater = clock.after(statusAtLeastEveryMs, () => {
        keepAccount();
        statusSoon(0);
      });
    });
  }
  let cancelLater: (() => void) | null = null;

  return {
    fleet,
    groups,
    users,
    records,
    jobs,
    expiryWarnings,
    history,
    alertLog,
    liveAlerts,
    facts: () => facts,
    status,
    connect: () => {
      lists.start();
      expiryWarnings.start();
      liveAlerts.start();
      statusSoon();
    },
    refreshNow: async () => {
      poller.refreshNow();
      await lists.now();
    },
    wake: () => {
      lists.wake();
      poller.wake();
      jobs.wake();
      history.fetcher.wake();
      options.onStatus(status());
    },
    prioritise: (ids) => {
      prioritised = ids;
      poller.look();
    },
    countries: cachedNames({
      cache,
      clock,
      name: 'countries',
      ask: counted(() => client.countries()),
    }),
    timeZones: cachedNames({
      cache,
      clock,
      name: 'timeZones',
      ask: counted(() => client.timeZones()),
    }),
    close: () => {
      closed = true;
      lists.stop();
      poller.stop();
      expiryWarnings.stop();
      jobs.close();
      liveAlerts.stop();
      history.close();
      cancelStatus?.();
      cancelLater?.();
      fleet.close();
      groups.close();
      users.close();
      records.journal.close();
      keepAccount();
      cache.close();
    },
  };
}
