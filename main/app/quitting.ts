import { once } from 'node:events';
import { setTimeout as afterMs } from 'node:timers/promises';
import { app, BrowserWindow, dialog } from 'electron';
import type { Job } from '#shared/domain/job';
import type { Maps } from '../features/maps/maps';
import type { AppLanguage } from './language';
import { stay } from './restart';
import type { AppWindow } from './window';
import type { Workspace, Workspaces } from './workspaces';
import { message, type Message } from '#shared/i18n/translate';

/**
 * Asks the user before quitting, or closing the last window of a further account, would interrupt or lose work; then
 * closes everything and quits.
 */
export function askBeforeQuitting(
  services: {
    workspaces: Workspaces;
    window: AppWindow;
    closeFiles: () => Promise<unknown>;
    maps: Maps;
    language: AppLanguage;
  },
  { openWindow, beforeClosing }: { openWindow: () => void; beforeClosing: () => void },
): void {
  const { workspaces, window } = services;
  const { t } = services.language;
  /** Several accounts are asked about one after the other, by name. */
  const mayEnd = async (workspace: Workspace, question: QuitQuestion, end: string) => {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: workspaces.nameOf(workspace) ?? 'Waypost',
      message: t(question.message),
      detail: question.detail.map((each) => t(each)).join(' '),
      buttons: [end, t('desktop.quit.stay')],
      defaultId: 1,
      cancelId: 1,
    });
    return response === 0;
  };
  const mayQuit = async () => {
    for (const workspace of workspaces.all()) {
      const question = questionOf(workspace);
      if (!question || (await mayEnd(workspace, question, t('desktop.quit.quit')))) continue;
      // The last window may be closed already; if quitting was cancelled, open it again.
      openWindow();
      return false;
    }
    return true;
  };
  let isQuitting = false;
  let isClosed = false;
  window.askBeforeLast = (of) => {
    const workspace = workspaces.all().find(({ id }) => id === of);
    const question = !isQuitting && workspace ? questionOf(workspace) : null;
    return question && workspace ? mayEnd(workspace, question, t('desktop.menu.close')) : null;
  };
  app.on('before-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    if (isQuitting) return;
    isQuitting = true;
    void mayQuit().then(async (isSure) => {
      isQuitting = isSure;
      if (!isSure) return stay();
      beforeClosing();
      await closeWindows();
      services.maps.close();
      await Promise.allSettled([services.closeFiles(), workspaces.close()]);
      isClosed = true;
      app.quit();
    });
  });
}

/** What ending an account interrupts or loses; null: nothing. */
function questionOf({ session }: Workspace): QuitQuestion | null {
  const current = session.current();
  if (current.phase !== 'open') return null;
  const { jobs, records } = session.account();
  // The demo fleet is regenerated at every start, so nothing in it can be lost.
  const isUnsavedLost = !current.profile.isDemo;
  return quitQuestion({
    jobs: jobs.list(),
    drafts: isUnsavedLost ? records.drafts.all().length : 0,
    typed: isUnsavedLost ? records.drafts.typed() : 0,
    isKept: current.copyStoredIn !== 'memory' && current.notStored === null,
    isRefused: current.notStored !== null,
  });
}

/** A window that does not respond is not waited for longer. */
const closeWithinMs = 1_000;

/** While the account is open: a window stores at its end what is on screen. */
async function closeWindows(): Promise<void> {
  const windows = BrowserWindow.getAllWindows();
  const closed = Promise.all(windows.map((window) => once(window, 'closed')));
  for (const window of windows) window.close();
  await Promise.race([closed, afterMs(closeWithinMs)]);
}

/** The question asked before quitting interrupts work; its detail is one or more sentences. */
interface QuitQuestion {
  message: Message;
  detail: Message[];
}

/** A job that continues without the user while Waypost is open. */
const isInFlight = ({ phase, pausedBy, pausedByRestart }: Job) =>
  phase === 'running' || (phase === 'paused' && (pausedBy !== null || pausedByRestart === true));

export interface OpenWork {
  /** Newest first; the oldest runs first. */
  jobs: readonly Job[];
  /** Records with unsaved changes. */
  drafts: number;
  /** Passwords typed and not saved. */
  typed: number;
  /** True if drafts and jobs are stored on disk. */
  isKept: boolean;
  /** True if the disk did not accept the last of them. */
  isRefused?: boolean;
}

/** null if quitting interrupts and loses nothing. */
export function quitQuestion(work: OpenWork): QuitQuestion | null {
  return jobQuestion(work) ?? lossQuestion(work);
}

function jobQuestion({ jobs, ...unsaved }: OpenWork): QuitQuestion | null {
  const unfinished = jobs.filter(isInFlight);
  const job = unfinished.at(-1);
  if (!job) return null;
  const { title, counts } = job;
  const setsPasswords = unsaved.isKept && unfinished.some(({ kind }) => kind === 'user');
  return {
    message: message('desktop.quit.unfinished', {
      job: title,
      settled: counts.done + counts.failed + counts.undone,
      rows: job.rows - counts.refused,
      others: unfinished.length - 1,
    }),
    detail: [
      whatOfTheJob(unsaved),
      ...(setsPasswords ? [message('desktop.quit.passwordsOfJob')] : []),
      ...lossesOf(unsaved),
    ],
  };
}

type Unsaved = Omit<OpenWork, 'jobs'>;

function whatOfTheJob({ isKept, isRefused }: Unsaved): Message {
  if (isKept) return message('desktop.quit.jobResumes');
  return message(isRefused ? 'desktop.quit.jobNotWritten' : 'desktop.quit.jobNotKept');
}

function lossQuestion(unsaved: Unsaved): QuitQuestion | null {
  const losses = lossesOf(unsaved);
  return losses.length > 0 ? { message: message('desktop.quit.losses'), detail: losses } : null;
}

/** What quitting loses. */
function lossesOf({ drafts, typed, isKept, isRefused }: Unsaved): Message[] {
  const ofDrafts = isRefused ? 'desktop.quit.draftsNotWritten' : 'desktop.quit.draftsNotKept';
  return [
    ...(!isKept && drafts > 0 ? [message(ofDrafts, { count: drafts })] : []),
    ...(typed > 0 ? [message('desktop.quit.passwordsTyped', { count: typed })] : []),
  ];
}
