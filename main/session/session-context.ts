import path from 'node:path';
import type { SharedWithClient } from '#main/account/account-options';
import { createServiceClient, type ServiceClient } from '#main/api/service-client';
import type { Profile } from '#shared/domain/session';
import { createAccountSlot, type AccountSlot } from './account-slot';
import { createDemo, type Demo } from './demo-account';
import { createLatestOnly } from './latest-only';
import type { SessionOptions } from './session-options';

/** What the use cases of the session share. */
export interface SessionContext extends Pick<SessionOptions, 'keychain' | 'profiles' | 'clock'> {
  slot: AccountSlot;
  demo: Demo;
  latestOnly: ReturnType<typeof createLatestOnly>;
  /** The file of an account's offline copy. */
  fileOf(profile: Profile): string;
  /** Rejects with FaultError unless the service accepts the key. */
  signIn(profile: Profile, apiKey: string): Promise<void>;
}

export function createSessionContext(options: SessionOptions): SessionContext {
  const { keychain, profiles, clock } = options;
  const fileOf = (profile: Profile) => path.join(options.cacheFolder, `${profile.id}.db`);

  function createClient(
    profile: Profile,
    apiKey: () => string | null,
    shared: SharedWithClient = {},
  ): ServiceClient {
    return createServiceClient({
      fetch: options.fetch,
      address: profile.address,
      userName: profile.userName,
      apiKey: () => Promise.resolve(apiKey()),
      now: clock.now,
      ...shared,
    });
  }

  return {
    keychain,
    profiles,
    clock,
    slot: createAccountSlot({
      host: options,
      profiles,
      fileOf,
      createClient,
      onSession: options.onSession,
    }),
    demo: createDemo(options.startDemo),
    latestOnly: createLatestOnly(),
    fileOf,
    signIn: async (profile, apiKey) => {
      await createClient(profile, () => apiKey).signIn();
    },
  };
}
