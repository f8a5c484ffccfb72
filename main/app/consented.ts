import { readAddress } from '#shared/domain/address';
import type { Settings } from '#shared/domain/settings';
import type { SessionFeature } from '../session/session';
import type { SettingsStore } from '../features/settings/settings';
import type { HostConsent } from './host-consent';

/**
 * The calls of the window that name a host. The user confirms a new one in a native dialog, which code
 * in the window cannot answer.
 */
export function withConsent(parts: {
  consent: Pick<HostConsent, 'require'>;
  session: SessionFeature;
  settings: SettingsStore;
}): {
  session: SessionFeature;
  settings: {
    current: SettingsStore['current'];
    change: (part: Partial<Settings>) => Promise<Settings>;
  };
} {
  const { consent, session, settings } = parts;
  return {
    session: {
      ...session,
      connect: async (typed) => {
        const read = readAddress(typed.address);
        // An address that cannot be read is refused by the session, in words.
        if (read.ok) await consent.require('service', read.address, { isChosenNow: true });
        return session.connect(typed);
      },
    },
    settings: {
      current: settings.current,
      change: async (part) => {
        const { mapStyleUrl } = part;
        const isNew = mapStyleUrl && mapStyleUrl !== settings.current().mapStyleUrl;
        if (isNew && /^https?:/i.test(mapStyleUrl) && URL.canParse(mapStyleUrl)) {
          await consent.require('map', mapStyleUrl, { isChosenNow: true });
        }
        return settings.change(part);
      },
    },
  };
}
