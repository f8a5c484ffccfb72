import { setImmediate as nextTurn } from 'node:timers/promises';
import { shareBudget } from '#main/pace/allocation';
import { createBudget } from '#main/pace/budget';
import { createPoller } from '#main/pace/poller';
import { FaultError, type Fault } from '#shared/fault';
import { groupSchema, type Group } from '#shared/domain/group';
import { readingOf, type Status } from '#shared/domain/session';
import { userSchema, type User } from '#shared/domain/user';
import { createBulk, createFresh, type Bulk } from '#main/features/jobs/bulk';
import { createFleet, type Fleet } from '#main/features/fleet/fleet';
import { createHistory, type History } from '#main/features/history/history';
import { quietHost } from '#main/features/history/host';
import { createManage, type Manage } from '#main/features/records/records';
import { createAgedList, type AgedList } from '#main/features/records/cached-list';
import { createSubmit } from '#main/features/submit/submit-step';
import { composeStatus, createCallMeter } from './status';
import type { AccountFacts, AccountOptions } from './account-options';
import { keptNames } from './cached-names';
import { createListRefresh } from './list-refresh';
import { readStoredAccount } from './stored-account';

/** One account with everything that works for it: cache, lists, refresh, counters. */
export interface Account {
  fleet: Fleet;
  groups: AgedList<Group>;
  users: AgedList<User>;
  manage: Manage;
  bulk: Bulk;
  history: History;
  facts(): AccountFacts;
  status(): Status;
  /** Begins to talk to the service. */
  connect(): void;
  /** Lists now, and every last location as the budget allows. */
  refreshNow(): Promise<void>;
  /** The key was replaced, the network may be back, or the computer woke up. */
  wake(): void;
  favour(ids: readonly string[]): void;
  countries(): Promise<Record<string, string>>;
  timeZones(): Promise<Record<string, string>>;
  close(): void;
}

/** At most this many status messages a second; a position every few milliseconds is no news. */
const statusEveryMs = 500;
const listsEveryMs = 5 * 60_000;
/** Without a device only the lists tell that the service still answers. */
const emptyListsEveryMs = 60_000;
/** The status is told anew at least this often, because its claims age. */
const statusAtLeastEveryMs = 15_000;

/** Exchanges and a person's own calls do not wait for room, so a little of what is allowed is left. */
function announcedRate({ callsPerMinute }: AccountFacts): number {
  return callsPerMinute === null ? Number.POSITIVE_INFINITY : Math.max(1, callsPerMinute - 5);
}

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
  let setAside = 0;
  let favoured: readonly string[] = [];
  let cancelStatus: (() => void) | null = null;
  let closed = false;
  const meter = createCallMeter(stored.calls);

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
  const fresh = createFresh();
  /** A list is written and sent whole: a job of thousands of rows must not do so for each few. */
  const gatherListsMs = () => (bulk.jobs.isWorking() ? 5_000 : 500);
  const groups = createAgedList<Group>({
    name: 'groups',
    item: groupSchema,
    gatherMs: gatherListsMs,
    cache,
    clock,
    ask: async (signal) => {
      const list = await client.groups(signal);
      fresh.take('group', list.items);
      return list;
    },
    onChanged: (list) => {
      fleet.setGroups(list.items);
      options.onGroups(list);
    },
  });
  fleet.setGroups(groups.current().items);
  const users = createAgedList<User>({
    name: 'users',
    item: userSchema,
    gatherMs: gatherListsMs,
    cache,
    clock,
    ask: async (signal) => {
      const list = await client.users(signal);
      fresh.take('user', list.items);
      return list;
    },
    onChanged: options.onUsers,
  });

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
    setAside = list.setAside.length;
    answeredAt = listedAt = asOf;
    fresh.take('limits', list.items);
    fleet.replaceDevices(list.items, asOf, askedAt);
    keepFacts({ ...facts, licences: list.licences ?? facts.licences });
    poller.start();
    bulk.warnings.check();
    history.live.listed(list.items.map(({ record }) => record));
  }

  const budget = createBudget({
    callsPerMinute: () => Math.min(options.callsPerMinute(), announcedRate(facts)),
    now: clock.now,
  });
  const isWorking = () => bulk.jobs.isWorking() || history.fetcher.isWorking();
  const shares = shareBudget({ budget, isWorking, now: clock.now });
  const poller = createPoller({
    budget: shares.refresh,
    ids: fleet.ids,
    favoured: () => favoured,
    now: clock.now,
    after: clock.after,
    random: options.random,
    ask: async (id) => {
      try {
        const answer = await client.lastLocation(id);
        answeredAt = positionedAt = clock.now();
        fleet.putFix(id, answer.fix, answer.raw, answeredAt);
        history.live.seen(id, answer.fix);
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
  const manage = createManage({
    client,
    onCall: budget.take,
    cache,
    clock,
    newId: options.newId,
    by: options.by,
    users: { ...users, refresh: counted(() => users.refresh()) },
    groups: { ...groups, refresh: counted(() => groups.refresh()) },
    keepDevice: fleet.putDevice,
    capabilities: () => facts.capabilities,
    onActivated: () => {
      const { licences } = facts;
      if (!licences) return;
      keepFacts({ ...facts, licences: { ...licences, used: licences.used + 1 } });
    },
    onJournal: options.onJournal,
    onUndone: ({ jobId, recordId }) => bulk.jobs.noteUndone(jobId, recordId),
  });

  const bulk = createBulk({
    cache,
    clock,
    random: options.random,
    newId: options.newId,
    budget: shares.work,
    edits: manage.edits,
    journal: manage.journal,
    users: () => users.current().items,
    groups: () => groups.current().items,
    devices: fleet.devices,
    device: (id) => fleet.details(id).device,
    facts: () => facts,
    timeZone: () => facts.accountTimeZone ?? options.computerTimeZone(),
    fresh,
    reportReading: () => readingOf(options.reading(), facts.capabilities),
    submit: createSubmit(client, budget.take),
    reopen: (...time) => history.reopen(...time),
    refresh: {
      user: counted(() => users.refresh()),
      group: counted(() => groups.refresh()),
      limits: counted(askDevices),
    },
    warningDays: options.warningDays,
    notify: options.notify,
    onJobs: (jobs) => {
      if (!jobs.some(({ phase }) => phase === 'running')) {
        groups.flush();
        users.flush();
      }
      options.onJobs(jobs);
    },
    onBug: options.onBug,
  });

  const history = createHistory({
    client,
    budget: { ...shares.work, take: both(budget.take, shares.work.take) },
    cache,
    clock,
    random: options.random,
    newId: options.newId,
    timeZone: () => facts.accountTimeZone ?? options.computerTimeZone(),
    computerTimeZone: options.computerTimeZone,
    host: options.history ?? quietHost,
    onBug: options.onBug,
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
        bulk.jobs.wake();
        history.fetcher.wake();
        void manage.recover();
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
    history.live.keyRefused(keyFault);
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
      setAside: setAside + groups.current().setAside + users.current().setAside,
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
    manage,
    bulk,
    history,
    facts: () => facts,
    status,
    connect: () => {
      lists.start();
      bulk.warnings.start();
      history.live.start();
      statusSoon();
    },
    refreshNow: async () => {
      poller.refreshNow();
      await lists.now();
    },
    wake: () => {
      lists.wake();
      poller.wake();
      bulk.jobs.wake();
      history.fetcher.wake();
      options.onStatus(status());
    },
    favour: (ids) => {
      favoured = ids;
      poller.look();
    },
    countries: keptNames({
      cache,
      clock,
      name: 'countries',
      ask: counted(() => client.countries()),
    }),
    timeZones: keptNames({
      cache,
      clock,
      name: 'timeZones',
      ask: counted(() => client.timeZones()),
    }),
    close: () => {
      closed = true;
      lists.stop();
      poller.stop();
      bulk.close();
      history.close();
      cancelStatus?.();
      cancelLater?.();
      fleet.close();
      groups.close();
      users.close();
      manage.journal.close();
      keepAccount();
      cache.close();
    },
  };
}

const both = (first: () => void, second: () => void) => () => {
  first();
  second();
};
