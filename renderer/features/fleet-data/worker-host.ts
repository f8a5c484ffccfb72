import type { StateRules } from '#shared/domain/device-state';
import type { FleetMessage } from '#shared/fleet/columns';
import { isNearSearch } from '#shared/places/near';
import type { Gazetteer } from '#shared/places/place';
import { answerTo } from './answers';
import { FleetModel } from './fleet-model';
import { FleetPosts } from './fleet-posts';
import { FlushTimer, type Clock } from './flush-timer';
import { MapAnswers } from './map-answers';
import type { FromWorker, Line, ToWorker } from './protocol';
import { initialQuery } from './types';

/** The client sends the real rules immediately; their schema stays out of the worker. */
const initialRules: StateRules = {
  movingAbove: 0,
  staleAfterMs: Number.POSITIVE_INFINITY,
  silentAfterMs: Number.POSITIVE_INFINITY,
};

/** At most one visible set in this time. */
const frameMs = 16;
/** The worker rests so many times as long as the map took, so that a large fleet leaves time for typing. */
const restShare = 2;
/** On a busy computer the map takes longer than it works. */
const mostRestMs = 50;
/** States need not be exact to the second. */
const leastTickMs = 1000;
/** A timer can wait at most 2^31 ms; a day is short enough. */
const mostTickMs = 86_400_000;

/** After the first picture, before the user types. */
const warmUpMs = 300;
/** A hidden window does not draw its first picture. */
const latestWarmUpMs = 5000;
const latestTableMs = 1000;

/** Serves the fleet to one window; runs in a worker, or directly in tests. */
export function serveFleet(
  line: Line<FromWorker, ToWorker>,
  computerClock: Clock,
  loadTowns: () => Promise<Gazetteer | null> = () => Promise.resolve(null),
  loadOtherNames: () => Promise<string> = () => Promise.resolve(''),
): void {
  let serviceOffsetMs = 0;
  /** States and ages are judged by the clock of the service. */
  const clock: Clock = {
    ...computerClock,
    now: () => computerClock.now() + serviceOffsetMs,
  };
  const post = (message: FromWorker) => line.postMessage(message, []);
  let query = initialQuery;
  let rules = initialRules;
  /** Nobody listens before the client has sent its rules. */
  let hasClient = false;
  const model = new FleetModel(query, rules);
  const map = new MapAnswers(model);
  const posts = new FleetPosts({
    model,
    map,
    now: clock.now,
    post,
  });
  const timer = new FlushTimer(clock, flush);
  let restUntil = Number.NEGATIVE_INFINITY;
  let loading: Promise<Gazetteer | null> | null = null;
  let loadingNames: Promise<void> | null = null;
  let cancelTick = () => {};
  let port: MessagePort | null = null;
  let isPictureShown = false;
  let cancelWarmUp: (() => void) | null = null;

  /** What the first picture does not need; positions and questions come between its parts. */
  function warmUp(): void {
    cancelWarmUp = null;
    if (model.warmUp()) cancelWarmUp = clock.after(0, warmUp);
    else void towns();
  }

  function showTable(): void {
    posts.releaseTable();
    timer.soon(0);
  }

  function planWarmUp(): void {
    cancelWarmUp?.();
    cancelWarmUp = clock.after(isPictureShown ? warmUpMs : latestWarmUpMs, warmUp);
  }

  /** Loads the towns once. */
  function towns(): Promise<Gazetteer | null> {
    loading ??= loadTowns().then((gazetteer) => {
      if (!gazetteer) return null;
      model.setGazetteer(gazetteer, clock.now());
      flushView(0);
      return gazetteer;
    });
    return loading;
  }

  /** Loads the other names of towns once. */
  function otherNames(): Promise<void> {
    loadingNames ??= loadOtherNames().then((names) => {
      model.setOtherNames(names, clock.now());
      flushView(0);
    });
    return loadingNames;
  }

  function flush(): void {
    if (!hasClient) return;
    model.advance(clock.now());
    if (posts.postExtent()) {
      planWarmUp();
      if (!isPictureShown) clock.after(latestTableMs, showTable);
    }
    const { wait, mapMs } = posts.postDue();
    if (Number.isFinite(wait)) timer.soon(wait);
    restUntil = clock.now() + Math.max(frameMs, Math.min(mostRestMs, restShare * mapMs));
    planTick();
  }

  /** The window shows something else, not only positions. */
  function flushView(afterMs: number): void {
    posts.viewChanged();
    timer.soon(afterMs);
  }

  function flushMap(afterMs: number): void {
    posts.mapChanged();
    timer.soon(afterMs);
  }

  function planTick(): void {
    cancelTick();
    const wait = Math.min(model.nextChangeAt, map.estimatesChangeAt) - clock.now();
    if (Number.isFinite(wait)) {
      cancelTick = clock.after(Math.min(mostTickMs, Math.max(leastTickMs, wait)), flush);
    }
  }

  function setServiceOffset(offsetMs: number): void {
    const byMs = offsetMs - serviceOffsetMs;
    serviceOffsetMs = offsetMs;
    // These moments do not depend on whose clock they are of.
    timer.shift(byMs);
    posts.shift(byMs);
    restUntil += byMs;
    // The correction may go backwards, so everything is judged again.
    model.setRules(rules, clock.now());
    model.setQuery(query, clock.now());
  }

  function attach(next: MessagePort): void {
    port?.close();
    port = next;
    port.onmessage = ({ data: message }: MessageEvent<FleetMessage>) => {
      model.apply(message, clock.now());
      const { type } = message;
      if (type === 'fleet') posts.hold.release();
      if (type === 'fixes') timer.soon(Math.max(0, restUntil - clock.now()));
      else flushView(0);
    };
  }

  function receive(message: ToWorker): void {
    switch (message.type) {
      case 'attach':
        return attach(message.port);
      case 'query':
        query = message.query;
        if (isNearSearch(query.search)) void otherNames();
        if (model.setQuery(message.query, clock.now()) === 'searched')
          posts.hold.typed(clock.now());
        return flushView(0);
      case 'rules':
        hasClient = true;
        rules = message.rules;
        model.setRules(message.rules, clock.now());
        return flushView(frameMs);
      case 'clock':
        setServiceOffset(message.offsetMs);
        return flushView(0);
      case 'notes':
        model.setNotes(new Map(message.notes), clock.now());
        return flushView(frameMs);
      case 'acknowledged':
        model.setAcknowledged(new Map(message.until), clock.now());
        return flushView(frameMs);
      case 'estimates':
        map.setEstimates(message.metresPerSecond);
        return flushMap(frameMs);
      case 'watch':
        model.watch(message.from, message.to);
        return posts.postRows();
      case 'select':
        model.select(message.id);
        return flushView(0);
      case 'hold':
        model.holdOrder(message.isHeld);
        return flushView(0);
      case 'viewport':
        map.setViewport(message.viewport);
        return flushMap(0);
      case 'pictureShown':
        isPictureShown = true;
        showTable();
        if (cancelWarmUp) planWarmUp();
        return;
      case 'ask':
        void answer(message);
    }
  }

  async function answer(question: Extract<ToWorker, { type: 'ask' }>): Promise<void> {
    const answered = answerTo(question, model, map, { gazetteer: towns, otherNames });
    const value: unknown = answered instanceof Promise ? await answered : answered;
    post({ type: 'answer', ticket: question.ticket, value });
  }

  line.onmessage = (event) => receive(event.data);
}
