import { createDialect } from '#main/api/dialect';
import type { ApiOptions } from '#main/api/caller';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import { createAlertLog } from '#main/features/alerts/alert-log';
import { createAlertWatch } from '#main/features/alerts/alert-watch';
import { createLiveAlerts } from '#main/features/alerts/live-alerts';
import { createExpiryWarnings } from '#main/features/expiry/expiry-warnings';
import { FieldMapping } from '#main/features/field-mapping/field-mapping';
import { createFleet, labelIn } from '#main/features/fleet/fleet';
import { createCachedChecks, createFreshness } from '#main/features/fleet/freshness';
import { Handover } from '#main/features/handover/handover';
import { createHistory } from '#main/features/history/history';
import { Jobs } from '#main/features/jobs/jobs';
import { Prefetched } from '#main/features/jobs/apply';
import { createNotes } from '#main/features/notes/notes';
import { PlaceRules } from '#main/features/places/place-rules';
import { Places } from '#main/features/places/places';
import { receivedItems } from '#main/features/records/cached-list';
import { createRecords, type RecordsFeature } from '#main/features/records/records';
import { createSnoozes } from '#main/features/snoozes/snoozes';
import { Visits } from '#main/features/visits/visits';
import { createVehicleKinds } from '#main/features/vehicle-kinds/vehicle-kinds';
import { createSavedViews, createStoredViewState } from '#main/features/view-state/view-state';
import { createSubmit } from '#main/features/submit/submit-step';
import type { CallHistory } from '#main/pace/request-queue';
import { together, type Attention } from '#main/pace/device-order';
import { createServiceClock } from '#main/pace/service-clock';
import { heldBack, type HeldBack } from '#shared/domain/alert-channels';
import {
  submissionModeOf,
  type Profile,
  type Status,
  type SubmissionModeChoice,
} from '#shared/domain/session';
import { metresPerSecond, movingAbove, stateRules } from '#shared/domain/settings';
import type { Usage } from '#shared/domain/session';
import { logKinds } from '#shared/domain/history';
import { message } from '#shared/i18n/translate';
import { FaultError } from '#shared/fault';
import type { HandlersOf, WaypostContract } from '#shared/ipc/contract';
import type { Caller, Handlers } from '#shared/ipc/define';
import type { Learned } from '#shared/ipc/diagnostics';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { createAccountCalls } from './account-calls';
import { announcedRate, createFactsStore, readStoredAccount } from './account-facts';
import { createAccountLists, type AccountLists } from './account-lists';
import { createAccountRefresh, createKeyWatch } from './account-refresh';
import type { AccountServices, AppEvents } from './account-services';
import { createDeviceRefresh } from './device-refresh';
import { UserRefresh } from './user-refresh';
import { accountStatus, createStatusReporter } from './status';

/** The demo's service runs on this computer, so its calls cost nothing. */
const demoCallsPerMinute = 1_200;
const listThrottleMs = 500;
const listThrottleDuringJobsMs = 5_000;

/** What an account passes to its client, which asks the queue and reports every call. */
export type SharedWithClient = Pick<ApiOptions, 'queue' | 'onCall' | 'dialect'>;

interface AccountOptions {
  services: AccountServices;
  profile: Profile;
  cache: Cache;
  createClient: (shared: Required<SharedWithClient>) => ServiceClient;
  /** What the user set for this connection. */
  submissionMode: () => SubmissionModeChoice;
  /** Numbers the device lists of all accounts, so that the window never mixes two of them. */
  nextGeneration: () => number;
  /** The calls of this account before it was opened. */
  callHistory?: CallHistory;
}

/**
 * One open account with everything that works for it. It is read from its cache and calls the service only
 * after `connect`. What happens is reported by `services.events`; a closed account reports nothing.
 */
export class Account {
  /** What was learned about the service since the account was opened. */
  readonly dialect = createDialect();
  readonly lists: AccountLists;
  readonly groups;
  readonly users;
  readonly fleet;
  readonly fieldMapping;
  readonly records: RecordsFeature;
  readonly notes;
  readonly snoozes;
  readonly jobs: Jobs;
  readonly history;
  readonly alertLog;
  readonly alertWatch;
  readonly liveAlerts;
  readonly savedViews;
  readonly vehicleKinds;
  readonly places;
  readonly placeRules;
  readonly visits;
  readonly viewState;
  readonly handover;
  readonly expiryWarnings;
  readonly #options: AccountOptions;
  readonly #services: AccountServices;
  /** Time by the service, which users see and which is stored; `services.clock` is this computer's. */
  readonly #serviceClock;
  readonly #calls;
  readonly #facts;
  /** What the features of the account have in common; their clock is that of the service. */
  readonly #shared;
  readonly #freshness = createFreshness();
  readonly #takeChecksOfLastSession;
  /** Records of the lists of a job's time. */
  readonly #prefetched = new Prefetched();
  readonly #refresh;
  readonly #attentions = new Map<Caller, Attention>();
  readonly #userRefresh;
  readonly #reporter;
  #isClosed = false;

  constructor(options: AccountOptions) {
    const { services, cache, profile } = options;
    const { clock, settings } = services;
    this.#options = options;
    this.#services = services;
    this.#serviceClock = createServiceClock(clock);
    const stored = readStoredAccount(cache.list('account')?.value);
    this.dialect.fieldMappings = stored.facts.fieldMappings;
    this.#calls = createAccountCalls({
      clock,
      serviceClock: this.#serviceClock,
      callsPerMinute: () =>
        Math.min(
          profile.isDemo ? demoCallsPerMinute : settings().callsPerMinute,
          announcedRate(this.facts()),
        ),
      working: () => ({
        jobs: this.jobs.isWorking() || this.#userRefresh.isWorking(),
        downloads: this.history.fetcher.isWorking(),
      }),
      accountTimeZone: () => this.facts().accountTimeZone,
      computerTimeZone: services.computerTimeZone,
      stored,
      history: options.callHistory,
      onLearned: () => this.#facts.save(),
      onChanged: () => this.#statusChanged(),
    });
    this.#facts = createFactsStore({
      cache,
      clock: this.#serviceClock,
      stored: { ...stored, answeredAt: stored.answeredAt ?? cache.loadFleet().asOf },
      calls: this.#calls.stored,
      onChanged: () => this.#emit('facts'),
    });
    this.#shared = {
      client: options.createClient({ dialect: this.dialect, ...this.#calls.hooks }),
      dialect: this.dialect,
      cache,
      clock: this.#serviceClock,
      random: services.random,
      newId: services.newId,
      settings,
      timeZone: () => this.facts().accountTimeZone ?? services.computerTimeZone(),
      onBug: services.onBug,
    };
    this.fleet = createFleet({
      accountId: profile.id,
      cache,
      clock,
      nextGeneration: options.nextGeneration,
      onDevice: (device) => this.#emit('device', device),
      serviceNow: this.#serviceClock.now,
      timeZone: this.#shared.timeZone,
    });
    this.#freshness.sync(this.fleet.listed());
    // They have the time of the service.
    this.#takeChecksOfLastSession = createCachedChecks(this.#freshness, {
      columns: () => cache.loadFleet().columns,
      listed: this.fleet.listed,
      now: clock.now,
      offsetMs: this.#serviceClock.offsetMs,
    });
    this.lists = this.#openLists();
    this.groups = this.lists.groups;
    this.users = this.lists.users;
    this.fleet.setGroups(receivedItems(this.groups.current()));
    this.fieldMapping = new FieldMapping({
      current: () => this.dialect.fieldMappings,
      store: (fieldMappings) => {
        this.dialect.fieldMappings = fieldMappings;
        this.#facts.update({ fieldMappings });
      },
      refresh: () => void this.#refresh.now(),
      onChanged: () => this.#fieldMappingChanged(),
    });
    this.records = this.#openRecords();
    this.notes = createNotes({ cache, drafts: this.records.drafts, now: this.#serviceClock.now });
    this.snoozes = createSnoozes({
      cache,
      now: this.#serviceClock.now,
      onChanged: (snoozes) => this.#emit('snoozes', snoozes),
    });
    this.jobs = this.#openJobs();
    this.history = this.#openHistory();
    this.alertLog = createAlertLog({
      ...this.#shared,
      store: this.history.days,
      records: cache.records('acknowledged'),
      submitted: cache.records('setting'),
      watch: () => this.alertWatch.state(),
      onChanged: (overview) => this.#emit('alertOverview', overview),
    });
    this.alertWatch = this.#openAlertWatch();
    this.liveAlerts = createLiveAlerts({
      ...this.#shared,
      records: cache.records('announced'),
      notify: (notice) => this.#emit('alertNotice', notice),
      nearestTowns: services.nearestTowns,
      accountTimeZone: () => this.facts().accountTimeZone,
      computerTimeZone: services.computerTimeZone,
    });
    this.savedViews = createSavedViews(cache.records('setting'));
    this.vehicleKinds = createVehicleKinds(cache.records('setting'));
    this.places = new Places({ cache, now: this.#serviceClock.now });
    this.placeRules = new PlaceRules({
      ...this.#shared,
      places: this.places,
      groups: () => this.groups.current().items ?? [],
      accountTimeZone: () => this.facts().accountTimeZone,
      computerTimeZone: services.computerTimeZone,
      notify: this.liveAlerts.happened,
      onChanged: (overview) => this.#emit('placeEvents', overview),
    });
    this.visits = new Visits({
      days: this.history.days,
      coverage: this.history.coverage,
      places: this.places,
      settings,
      now: this.#serviceClock.now,
      labelOf: (deviceId) => labelIn(this.fleet, deviceId),
    });
    this.viewState = createStoredViewState(cache.records('setting'));
    this.handover = new Handover({
      ...this.#shared,
      computerNow: clock.now,
      lists: { user: this.users.current, group: this.groups.current },
      journal: this.records.journal,
      rules: () => stateRules(settings()),
      answeredAt: this.#facts.answeredAt,
      isReported: !profile.isDemo,
      onAbsence: (absence) => this.#emit('absence', absence),
    });
    this.expiryWarnings = createExpiryWarnings({
      ...this.#shared,
      records: cache.records('warned'),
      devices: this.fleet.expiring,
      thresholds: () => settings().expiryWarningDays,
      notify: (notice) => this.#emit('notice', notice),
    });
    this.#refresh = this.#openRefresh();
    this.#userRefresh = new UserRefresh({
      client: this.#shared.client,
      fleet: this.fleet,
      clock,
      allowance: this.#calls.queue.jobs,
      refreshPosition: this.#refresh.refreshPosition,
      onAnswered: () => this.#facts.answered(this.now()),
      onChanged: () => this.#statusChanged(),
    });
    this.#reporter = createStatusReporter({
      clock,
      report: () => this.#emit('status', this.status()),
      onIdle: this.#facts.save,
    });
  }

  facts() {
    return this.#facts.current();
  }

  /** The time by the clock of the service, as far as it is known. */
  now(): number {
    return this.#serviceClock.now();
  }

  /** Through which every request of the account goes. */
  get queue() {
    return this.#calls.queue;
  }

  /** Starts to call the service. */
  connect(): void {
    this.handover.start();
    this.#refresh.start();
    this.expiryWarnings.start();
    this.liveAlerts.start();
    this.placeRules.start();
    this.alertWatch.start();
    this.#reporter.soon();
  }

  /** Reports what the cache has, for a window that shows the account from now on. */
  reportAll(): void {
    this.#emit('groups', this.groups.current());
    this.#emit('users', this.users.current());
    this.#emit('journal', { total: this.records.journal.list({ from: 0, limit: 0 }).total });
    this.#emit('jobs', this.jobs.list());
    this.#fieldMappingChanged();
    this.#emit('status', this.status());
  }

  status(): Status {
    this.#takeChecksOfLastSession();
    return accountStatus({
      clock: this.#services.clock,
      serviceClock: this.#serviceClock,
      settings: this.#services.settings(),
      isDemo: this.#options.profile.isDemo,
      calls: this.#calls,
      facts: this.#facts,
      fleet: this.fleet,
      freshness: this.#freshness,
      refresh: this.#refresh,
      refreshPause: this.#services.refreshPause(),
    });
  }

  /** Requests the lists now, and every last location as the budget allows. */
  async refreshNow(): Promise<void> {
    // The pause concerns the refresh in the background; faults are in the status.
    if (this.#services.refreshPause()) {
      void this.#userRefresh.many(this.fleet.ids()).catch(() => undefined);
    }
    await this.#refresh.now();
  }

  /** Requests the record and the last location of one device now, as the budget allows. */
  refreshDevice(id: string): Promise<DeviceDetails> {
    return this.#userRefresh.one(id);
  }

  /**
   * Requests the last locations of some devices as the budget allows; resolves when all were requested or
   * the account was closed. Rejects with the fault that ends it; what was received before is kept.
   */
  refreshMany(ids: readonly string[]) {
    return this.#userRefresh.many(ids);
  }

  /** The devices that the user sees in a window, which are requested more often. */
  prioritise(attention: Attention, window: Caller = 0): void {
    // The one that reports becomes the last one: windows with a selected device take turns.
    this.#attentions.delete(window);
    this.#attentions.set(window, attention);
    this.#refresh.prioritise(together([...this.#attentions.values()]));
  }

  /** What was seen and typed in that window no longer counts. */
  windowClosed(window: Caller): void {
    this.records.drafts.noteTyped(0, window);
    if (!this.#attentions.delete(window)) return;
    this.#refresh.prioritise(together([...this.#attentions.values()]));
  }

  /** The details of a device, with the time of its next check. */
  details(id: string): DeviceDetails {
    const at = this.#refresh.expectedAt(id);
    const nextCheckAt = at === null ? null : this.#serviceClock.of(at);
    return { ...this.fleet.details(id), nextCheckAt };
  }

  countries() {
    return this.lists.countries();
  }

  timeZones() {
    return this.lists.timeZones();
  }

  /** The calls of the day by endpoint and hour. */
  usage(): Usage {
    return this.#calls.usage();
  }

  /** The requests since the account was opened, by endpoint. */
  requests() {
    return this.#calls.requests();
  }

  /** What the service showed of itself since the account was opened. */
  learned(): Learned {
    const { patchContentType, untestableMembers, rangeWidths, answerSizes, fieldMappings } =
      this.dialect;
    const hours = (ms: number) => Math.round(ms / 36_000) / 100;
    return {
      patchContentType,
      untestable: [...untestableMembers],
      logs: logKinds.map((log) => {
        const { current, answered } = rangeWidths[log];
        const { most, isCap } = answerSizes[log];
        return {
          log,
          hours: hours(current),
          answeredHours: answered === null ? null : hours(answered),
          mostRecords: most,
          isCap,
        };
      }),
      mappedFields: Object.values(fieldMappings).flatMap((fields) => Object.keys(fields)).length,
    };
  }

  /** The user's limit of calls per day; null: none. */
  setCallsPerDay(limit: number | null): Usage {
    this.#calls.setCallsPerDay(limit);
    this.wake();
    return this.usage();
  }

  /** As the user entered it; null: not entered. */
  setLicenceTotal(licenceTotal: number | null): void {
    this.#facts.update({ licenceTotal });
  }

  /** Forgets the limit that was learned from refusals. */
  forgetLearnedLimit(): Usage {
    this.#calls.forgetLearned();
    this.wake();
    return this.usage();
  }

  /** Ends the waits of the user's own calls; what was sent is not affected. */
  cancelWaiting(): void {
    this.#calls.queue.cancelWaiting();
  }

  /** `refreshPause` of the services changed. */
  pauseChanged(): void {
    this.#refresh.pauseChanged();
    this.#reporter.now();
  }

  /** The key was replaced, a limit was changed, the network may be back, or the computer woke up. */
  wake(): void {
    this.#refresh.wake();
    this.#wakeWork();
    this.#reporter.now();
  }

  /** The order matters: first everything that requests, then what writes, then the cache. */
  close(): void {
    this.handover.close();
    this.#refresh.stop();
    this.#userRefresh.stop();
    this.#calls.close();
    this.expiryWarnings.stop();
    this.jobs.close();
    this.liveAlerts.stop();
    this.placeRules.close();
    this.alertWatch.close();
    this.history.close();
    this.visits.close();
    this.alertLog.close();
    this.#reporter.close();
    this.fleet.close();
    this.lists.close();
    this.records.journal.close();
    this.#facts.save();
    this.#options.cache.close();
    this.#isClosed = true;
  }

  /** An answer may arrive after the account was closed; it must not reach the window of the next one. */
  #emit<E extends keyof AppEvents>(event: E, ...news: AppEvents[E]): void {
    if (!this.#isClosed) this.#services.events.emit<keyof AppEvents>(event, ...news);
  }

  #statusChanged(): void {
    this.#reporter.soon();
  }

  #fieldMappingChanged(): void {
    this.#emit('fieldMapping', this.fieldMapping.state());
  }

  #submissionMode() {
    return submissionModeOf(this.#options.submissionMode(), this.facts().capabilities);
  }

  #wakeWork(): void {
    this.jobs.wake();
    this.history.fetcher.wake();
    this.alertWatch.wake();
  }

  #openLists() {
    return createAccountLists({
      ...this.#shared,
      prefetched: this.#prefetched,
      throttleMs: () => (this.jobs.isWorking() ? listThrottleDuringJobsMs : listThrottleMs),
      onGroups: (list) => {
        this.fleet.setGroups(receivedItems(list));
        this.#emit('groups', list);
      },
      onUsers: (list) => this.#emit('users', list),
    });
  }

  #openRecords() {
    const { profile } = this.#options;
    return createRecords({
      ...this.#shared,
      by: message('session.userAt', { user: profile.userName, address: profile.address }),
      users: this.users,
      groups: this.groups,
      putDevice: this.fleet.putDevice,
      capabilities: () => this.facts().capabilities,
      onActivated: () => {
        const { licences } = this.facts();
        if (licences?.used == null) return;
        this.#facts.update({ licences: { ...licences, used: licences.used + 1 } });
      },
      onJournal: (news) => this.#emit('journal', news),
      onDraftSettled: (news) => this.#emit('draftSettled', news),
      onUndone: ({ jobId, recordId }) => this.jobs.noteUndone(jobId, recordId),
    });
  }

  #openJobs() {
    return new Jobs({
      ...this.#shared,
      budget: this.#calls.queue.jobs,
      execute: this.records.execute,
      drafts: this.records.drafts,
      onDraftSettled: (news) => this.#emit('draftSettled', news),
      journal: this.records.journal,
      users: () => this.users.current().items,
      groups: () => this.groups.current().items,
      unknown: this.lists.unknown,
      devices: this.fleet.devices,
      device: (id) => this.fleet.details(id).device,
      facts: this.#facts.current,
      prefetched: this.#prefetched,
      submissionMode: () => this.#submissionMode(),
      submit: createSubmit(
        this.#shared.client,
        () => this.#submissionMode(),
        (id, channels) => this.#heldBackNow(id, channels),
      ),
      reopen: (...time) => {
        this.history.reopen(...time);
        this.alertWatch.reopen(...time);
      },
      noteAlerts: (...submitted) => this.alertLog.noteSubmitted(...submitted),
      refresh: {
        user: () => this.users.refresh(),
        group: () => this.groups.refresh(),
        limits: () => this.#refresh.refreshDevices(),
      },
      onJobs: (list) => {
        if (!list.some(({ phase }) => phase === 'running')) this.lists.flush();
        this.#emit('jobs', list);
      },
    });
  }

  /** Why an alert that was just submitted is not sent over some channels. */
  async #heldBackNow(id: string, channels: readonly string[]): Promise<HeldBack[]> {
    try {
      const sent = await this.#shared.client.device(id);
      this.fleet.putDevice(sent);
      const now = this.now();
      return heldBack({ ...sent.record, receivedAt: now }, channels, this.#shared.timeZone(), now);
    } catch (error) {
      // The alert was stored; only why a channel was left out stays unknown.
      if (error instanceof FaultError) return [];
      throw error;
    }
  }

  #openHistory() {
    return createHistory({
      ...this.#shared,
      budget: this.#calls.queue.downloads,
      post: (message, to) => this.#emit('track', message, to),
      onFetches: (fetches) => this.#emit('fetches', fetches),
      onAlertsChanged: (deviceIds) => {
        this.alertWatch.reread(deviceIds);
        this.alertLog.refresh(deviceIds);
      },
    });
  }

  #openAlertWatch() {
    const { settings, refreshPause } = this.#services;
    const { queue } = this.#calls;
    return createAlertWatch({
      ...this.#shared,
      store: this.history.days,
      settleMs: () => settings().historySettleHours * 3_600_000,
      ids: this.fleet.ids,
      callsPerMinute: queue.refresh.callsPerMinute,
      isBusy: () =>
        this.jobs.isWorking() || this.#userRefresh.isWorking() || this.history.fetcher.isWorking(),
      off: () => {
        if (refreshPause()) return 'paused';
        const phase = this.#calls.dayLimit()?.phase ?? 'enough';
        return queue.pause() !== null || phase !== 'enough' ? 'budget' : null;
      },
      onAlerts: (deviceId) => this.alertLog.refresh([deviceId]),
      onState: () => this.alertLog.watchChanged(),
    });
  }

  #openRefresh() {
    const { clock, random, settings, onBug } = this.#services;
    const keyWatch = createKeyWatch((fault) => {
      this.liveAlerts.keyRefused(fault);
      this.#emit('keyRefused', fault);
    });
    const devices = createDeviceRefresh({
      client: this.#shared.client,
      cache: this.#options.cache,
      clock,
      serviceNow: this.#serviceClock.now,
      freshness: this.#freshness,
      random,
      oldestCheckMs: () => settings().oldestCheckMinutes * 60_000,
      speedRules: () => ({
        movingAbove: movingAbove(settings()),
        metresPerSecond: metresPerSecond[settings().serviceSpeedUnit],
      }),
      fleet: this.fleet,
      budget: this.queue.refresh,
      answerMs: this.#calls.answerTimes.averageMs,
      onAnswered: this.#facts.answered,
      onReceived: (list) => {
        this.fieldMapping.countDevices(list);
        this.#prefetched.take('limits', list.items);
      },
      onListed: (list) => {
        this.#facts.update({ licences: list.licences ?? this.facts().licences });
        this.expiryWarnings.check();
        this.liveAlerts.listed(list.items);
        this.alertWatch.listed();
        this.#emit('listed');
      },
      onLocation: (answer) => this.fieldMapping.countLocation(answer),
      onPosition: (id, answer) => {
        this.liveAlerts.seen(id, answer);
        this.alertWatch.seen(id, answer);
        this.snoozes.seen(id);
        this.placeRules.seen(id);
      },
      onState: ({ reason, phase }) => {
        // A refused key counts only once the refresh has stopped because of it.
        if (reason?.kind !== 'unauthorized' || phase === 'stopped') keyWatch.saw(reason);
        this.#statusChanged();
      },
      onBug,
    });
    return createAccountRefresh({
      services: this.#services,
      serviceClock: this.#serviceClock,
      client: this.#shared.client,
      calls: this.#calls,
      facts: this.#facts,
      fleet: this.fleet,
      lists: this.lists,
      devices,
      keyWatch,
      onRound: () => {
        this.#wakeWork();
        void this.records.recover();
      },
      onChanged: () => this.#statusChanged(),
    });
  }
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
      prioritise: (attention, caller) => account().prioritise(attention, caller),
      details: ({ id }) => account().details(id),
    },
    users: {
      list: () => account().users.current(),
      reload: () => account().lists.reload.users(),
      countries: () => account().countries(),
      timeZones: () => account().timeZones(),
    },
    groups: {
      list: () => account().groups.current(),
      reload: () => account().lists.reload.groups(),
    },
    limits: {
      devices: () => account().fleet.devices(),
      setLicenceTotal: ({ total }) => account().setLicenceTotal(total),
    },
  };
}
