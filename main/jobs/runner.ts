import { fail } from '#shared/fault';
import { createDispatcher } from './dispatcher';
import { createJobCommands } from './job-commands';
import { jobView, rowView } from './job-view';
import { LiveJobs, type LiveJob } from './live-jobs';
import type { JobRunner, RunnerOptions } from './types';
import { createWaitState } from './wait-state';

const accountClosed = 'The account was closed before this was planned. Nothing was sent.';

export function createJobRunner<S>(options: RunnerOptions<S>): JobRunner<S> {
  const { budget } = options;
  const live = new LiveJobs(options.store);
  const waits = createWaitState(options);
  let cancelReport: (() => void) | null = null;
  let isClosed = false;

  for (const one of live.running()) {
    live.enqueue(one);
    waits.set({ why: 'restart', fault: null, until: null });
  }

  const view = ({ job }: LiveJob<S>) =>
    jobView(job, waits.current(), budget.callsPerMinute(), options.steps.canUndo(job.kind));
  const jobs = () => live.all().map(view).toReversed();

  /** Writes and reports every change now. */
  function report(): void {
    cancelReport?.();
    cancelReport = null;
    live.flush();
    options.onChanged(jobs());
  }

  function reportSoon(): void {
    if (!isClosed) cancelReport ??= options.after(options.throttleMs ?? 250, report);
  }

  const dispatcher = createDispatcher({
    ...options,
    live,
    waits,
    onResult: reportSoon,
    onJobDone: report,
  });
  const commands = createJobCommands({
    live,
    now: options.now,
    newId: options.newId,
    onStarted: dispatcher.invalidate,
  });

  function wake(): void {
    waits.wake();
    dispatcher.pump();
  }

  function reported(one: LiveJob<S>) {
    report();
    return view(one);
  }

  function running(one: LiveJob<S>) {
    wake();
    return reported(one);
  }

  return {
    jobs,
    job: (id) => view(live.get(id)),
    rows: (id, { from, limit, state }) => {
      const all = live.rowsOf(live.get(id));
      const found = state === null ? all : all.filter((row) => row.state === state);
      return { total: found.length, rows: found.slice(from, from + limit).map(rowView) };
    },
    storedRows: (id) => live.rowsOf(live.get(id)),
    rowStates: (id) => live.rowsOf(live.get(id)).map(({ state }) => state),
    noteUndone: (id, recordId) => {
      const one = id === null ? null : live.find(id);
      const rows = one ? live.rowsOf(one) : [];
      const row = rows.find((each) => each.state === 'done' && each.recordId === recordId);
      if (!one || !row) return;
      live.setRow(one, row, 'undone');
      reportSoon();
    },
    add: (job, plan) => reported(commands.add(job, plan)),
    addInChunks: async (job, plan, turn) => {
      const openTurn = async () => {
        await turn();
        if (isClosed) fail({ kind: 'declined', reason: 'state', message: accountClosed });
      };
      await openTurn();
      return reported(await commands.addInChunks(job, plan, openTurn));
    },
    start: (id) => running(commands.start(id)),
    pause: (id) => reported(commands.pause(id)),
    cancel: (id) => reported(commands.cancel(id)),
    retryFailed: (id, rows = null) => running(commands.retryFailed(id, rows)),
    remove: (id) => {
      commands.remove(id);
      report();
    },
    isWorking: () => waits.current() === null && live.running().length > 0,
    wake,
    close: () => {
      isClosed = true;
      dispatcher.close();
      cancelReport?.();
      live.flush();
    },
  };
}
