import type { Profile } from '#shared/domain/session';
import { fail, type Fault } from '#shared/fault';
import { forgetAccount } from './forget-account';
import type { SessionContext } from './session-context';
import type { SessionFeature } from './session-options';

/** The ways to close an account, with or without its data. */
export function createLeaving(
  context: SessionContext,
  onLeft: () => void,
): Pick<SessionFeature, 'forget' | 'disconnect' | 'close'> {
  const { keychain, profiles, slot, demo, latestOnly, fileOf } = context;

  const forgetData = (profile: Profile): Promise<Fault | null> =>
    forgetAccount(profile, { profiles, keychain, file: fileOf(profile) });

  async function disconnect(forget: boolean): Promise<void> {
    const request = latestOnly.begin();
    request.accept();
    const profile = slot.profile();
    slot.open()?.account.cancelWaiting();
    await slot.open()?.account.records.settled();
    // An account that was opened in the meantime stays open.
    if (!request.isSuperseded()) slot.clear();
    const isBack = profile !== null && profile.id === slot.profile()?.id;
    const isForgotten = profile !== null && !isBack && (forget || profile.isDemo);
    const forgetting = isForgotten ? forgetData(profile) : null;
    if (!request.isSuperseded()) {
      slot.announce();
      onLeft();
      await demo.stop();
    }
    const left = await forgetting;
    // Only now it is known whether the list of accounts still contains it.
    if (forgetting && !request.isSuperseded()) slot.announce();
    if (left) fail(left);
  }

  return {
    forget: async (id) => {
      if (slot.profile()?.id === id) {
        await disconnect(true);
        return;
      }
      const left = await forgetData(profiles.get(id));
      slot.announce();
      if (left) fail(left);
    },
    disconnect,
    close: async () => {
      latestOnly.end();
      slot.open()?.account.cancelWaiting();
      await slot.open()?.account.records.settled();
      slot.clear();
      await demo.stop();
    },
  };
}
