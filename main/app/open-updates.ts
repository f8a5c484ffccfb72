import path from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { UpdateState } from '#shared/ipc/desktop';
import type { ReportStoredFile } from '../files/stored-files';
import type { SettingsStore } from '../features/settings/settings';
import { systemClock } from '../pace/clock';
import type { SessionFeature } from '../session/session';
import { openInstallAttempt } from './install-attempt';
import type { Policy } from './policy';
import { canReplaceItself, confirmUpdate, loadUpdater, updateBuild } from './self-update';
import { createUpdates, reasonToWait, type Updates } from './updates';

interface UpdateParts {
  policy: Policy;
  settings: SettingsStore;
  session: SessionFeature;
  report: ReportStoredFile;
  window: () => BrowserWindow | null;
  onChanged: (state: UpdateState) => void;
  log: (line: string) => void;
}

/** Updates of this installation, asked for in dialogs of its window. */
export function openUpdates({
  policy,
  settings,
  session,
  report,
  window,
  ...rest
}: UpdateParts): Updates {
  const build = updateBuild();
  return createUpdates({
    ...rest,
    version: app.getVersion(),
    build,
    policy,
    settings: settings.current,
    wereSettingsUnreadable: () => settings.wasUnreadable,
    loadUpdater: () => loadUpdater(build),
    canReplaceItself,
    confirm: (question) => confirmUpdate(question, window()),
    attempt: openInstallAttempt(path.join(app.getPath('userData'), 'update.json'), report),
    quit: () => app.quit(),
    mayInstall: async () => {
      if (session.current().phase !== 'open') return null;
      const { records, jobs } = session.account();
      return reasonToWait(records.drafts.all().length, jobs.list());
    },
    now: systemClock.now,
  });
}
