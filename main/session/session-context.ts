import type { SharedWithClient } from '#main/account/account-options';
import { createServiceClient, type ServiceClient } from '#main/api/service-client';
import { createCallGate, createCallHistory, type CallHistory } from '#main/pace/call-gate';
import type { Profile } from '#shared/domain/session';
import { fail, FaultError } from '#shared/fault';
import { accountFile, linkFault } from './account-files';
import { addressFault } from './account-id';
import { createAccountSlot, type AccountSlot } from './account-slot';
import { createDemo, type Demo } from './demo-account';
import { createLatestOnly } from './latest-only';
import { findCopy, memoryCopy, type Copy, type LockedCopy } from './offline-copy';
import type { SessionOptions } from './session-options';

/** What the use cases of the session share. */
export interface SessionContext extends Pick<SessionOptions, 'keychain' | 'profiles' | 'clock'> {
  slot: AccountSlot;
  demo: Demo;
  latestOnly: ReturnType<typeof createLatestOnly>;
  /** The file of an account's offline copy. */
  fileOf(profile: Profile): string;
  cacheFolder: string;
  /** Finds the copy of an account and its key; in memory if the file is a link to another place. */
  copyOf(profile: Profile): Promise<Copy | LockedCopy>;
  /** Rejects with FaultError unless the service accepts the key. */
  signIn(profile: Profile, apiKey: string): Promise<void>;
}

export function createSessionContext(options: SessionOptions): SessionContext {
  const { keychain, profiles, clock } = options;
  const fileOf = (profile: Profile) => accountFile(options.cacheFolder, profile);

  /** Of the last minute, by account: one that is opened again continues with them. */
  const histories = new Map<string, CallHistory>();
  function historyOf({ id }: Profile): CallHistory {
    const history = histories.get(id) ?? createCallHistory();
    histories.set(id, history);
    return history;
  }

  function createClient(
    profile: Profile,
    apiKey: () => string | null,
    shared: SharedWithClient = {},
  ): ServiceClient {
    return createServiceClient({
      fetch: options.fetch,
      sendOnce: options.sendOnce,
      address: profile.address,
      userName: profile.userName,
      apiKey: () => {
        const fault = addressFault(profile);
        return fault ? Promise.reject(new FaultError(fault)) : Promise.resolve(apiKey());
      },
      now: clock.now,
      ...shared,
    });
  }

  const slot = createAccountSlot({
    host: options,
    profiles,
    fileOf,
    historyOf,
    createClient,
    onSession: options.onSession,
    firstPicture: options.firstPicture,
  });

  /** Sends one exchange within the limit of the account, which may be open. */
  async function signIn(profile: Profile, apiKey: string): Promise<void> {
    const fault = addressFault(profile);
    if (fault) fail(fault);
    const history = historyOf(profile);
    const { callsPerMinute } = options;
    const open = slot.open();
    const gate =
      open?.profile.id === profile.id
        ? open.account.gate
        : createCallGate({
            clock,
            callsPerMinute,
            working: () => ({ jobs: false, downloads: false }),
            history,
          });
    // The form says how long to wait, and the user tries again.
    const pause = gate.pause();
    if (pause?.fault.kind === 'limitReached') {
      const retryAfterSeconds = Math.ceil((pause.until - clock.now()) / 1000);
      fail({ ...pause.fault, retryAfterSeconds });
    }
    await createClient(profile, () => apiKey, { gate }).signIn();
  }

  return {
    keychain,
    profiles,
    clock,
    slot,
    demo: createDemo(options.startDemo),
    latestOnly: createLatestOnly(),
    fileOf,
    cacheFolder: options.cacheFolder,
    copyOf: (profile) => {
      const fault = linkFault(fileOf(profile));
      if (!fault) return findCopy(keychain, profile, fileOf(profile));
      return Promise.resolve({ ...memoryCopy(), notice: fault });
    },
    signIn,
  };
}
