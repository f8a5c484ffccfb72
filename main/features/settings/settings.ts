import { fail } from '#shared/fault';
import { settingsSchema, type Settings } from '#shared/domain/settings';
import { readJsonFile, writeJsonFile } from '#main/files/json-file';

export interface SettingsStore {
  current(): Settings;
  /** Changes some settings; where one is wrong, or none can be kept, it throws and changes nothing. */
  change(part: Partial<Settings>): Settings;
}

/** Settings in a file of their own; a value that cannot be read falls back to its default alone. */
export function openSettings(
  file: string,
  onChanged: (settings: Settings) => void,
  /** What holds where the person has chosen nothing: an administrator's presets. */
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
  let stored: Record<string, unknown> | null;
  try {
    stored = JSON.parse(readJsonFile(file) ?? 'null') as Record<string, unknown> | null;
  } catch {
    return settingsSchema.parse(presets);
  }
  const kept: Record<string, unknown> = { ...presets };
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (stored?.[name] === undefined) continue;
    const parsed = schema.safeParse(stored[name]);
    if (parsed.success) kept[name] = parsed.data;
  }
  return settingsSchema.parse(kept);
}
