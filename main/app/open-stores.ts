import path from 'node:path';
import type { Settings } from '#shared/domain/settings';
import {
  migratedSubmissionMode,
  openSettings,
  type SettingsStore,
} from '../features/settings/settings';
import type { ReportStoredFile } from '../files/stored-files';
import { reportUnlisted } from '../session/find-accounts';
import { openProfiles, type ProfileStore } from '../session/profiles';
import type { Policy } from './policy';

interface Stores {
  profiles: ProfileStore;
  settings: SettingsStore;
  /** The folder of the offline copies. */
  cacheFolder: string;
}

/** Opens what is stored for the whole app, and reports copies of accounts that are not listed. */
export function openStores(options: {
  userData: string;
  policy: Pick<Policy, 'mapStyleUrl'>;
  report: ReportStoredFile;
  onSettings: (settings: Settings) => void;
}): Stores {
  const { userData, policy, report } = options;
  const settingsFile = path.join(userData, 'settings.json');
  // Must run before the settings are written again: that would drop a value an earlier version stored there.
  const profiles = openProfiles(
    path.join(userData, 'profile.json'),
    migratedSubmissionMode(settingsFile),
    report,
  );
  const presets = policy.mapStyleUrl === null ? {} : { mapStyleUrl: policy.mapStyleUrl };
  const settings = openSettings(settingsFile, options.onSettings, presets, report);
  const cacheFolder = path.join(userData, 'cache');
  reportUnlisted(cacheFolder, profiles, report);
  return { profiles, settings, cacheFolder };
}
