import { z } from 'zod';
import { fail } from '#shared/fault';
import { submissionModeChoiceSchema, type SubmissionModeChoice } from '#shared/domain/session';
import { settingsSchema, type Settings } from '#shared/domain/settings';
import { readJsonFile, writeJsonFile } from '#main/files/json-file';

export interface SettingsStore {
  current(): Settings;
  /** Changes some settings. Throws and changes nothing if one is invalid or cannot be stored. */
  change(part: Partial<Settings>): Settings;
}

/** Opens the settings file; each invalid value falls back to its default. */
export function openSettings(
  file: string,
  onChanged: (settings: Settings) => void,
  /** An administrator's values for settings that the user has not changed. */
  presets: Partial<Settings> = {},
): SettingsStore {
  let settings = read(file, presets);
  return {
    current: () => settings,
    change: (part) => {
      checkAddress(part.mapStyleUrl, 'Map style address', 'a map style');
      checkAddress(part.updateFeedUrl, 'Update feed', 'an update feed');
      const next = settingsSchema.parse({ ...settings, ...part });
      writeJsonFile(file, JSON.stringify(next, null, 2));
      settings = next;
      onChanged(settings);
      return settings;
    },
  };
}

function checkAddress(address: string | undefined, field: string, what: string): void {
  if (!address) return;
  const url = URL.parse(address);
  const isLoopback = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return;
  fail({
    kind: 'invalid',
    field,
    message: `The address of ${what} begins with https://.`,
  });
}

function read(file: string, presets: Partial<Settings>): Settings {
  const stored = readStored(file) as Record<string, unknown> | null;
  const valid: Record<string, unknown> = { ...presets };
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (stored?.[name] === undefined) continue;
    const parsed = schema.safeParse(stored[name]);
    if (parsed.success) valid[name] = parsed.data;
  }
  return settingsSchema.parse(valid);
}

/** `reportReading` is the stored name. */
const migratedSchema = z.object({ reportReading: submissionModeChoiceSchema });

/**
 * The submission mode that earlier versions stored in the settings file for the whole app; it now
 * belongs to a connection. null if the file has none.
 */
export function migratedSubmissionMode(file: string): SubmissionModeChoice | null {
  return migratedSchema.safeParse(readStored(file)).data?.reportReading ?? null;
}

function readStored(file: string): unknown {
  try {
    return JSON.parse(readJsonFile(file) ?? 'null');
  } catch {
    return null;
  }
}
