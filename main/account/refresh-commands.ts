import type { Fleet } from '#main/features/fleet/fleet';
import type { AccountCalls } from './account-calls';
import type { AccountHost } from './account-host';
import type { Account } from './account-options';
import type { AccountRefresh } from './account-refresh';
import type { RefreshDevice } from './refresh-device';
import type { RefreshMany } from './refresh-many';
import type { StatusReporter } from './status-reporter';

interface RefreshCommandsOptions {
  host: Pick<AccountHost, 'refreshPause'>;
  fleet: Pick<Fleet, 'ids'>;
  calls: Pick<AccountCalls, 'usage' | 'setCallsPerDay' | 'forgetLearned'>;
  refresh: AccountRefresh;
  device: RefreshDevice;
  bulk: RefreshMany;
  reporter: StatusReporter;
}

type RefreshCommands = Pick<
  Account,
  | 'refreshNow'
  | 'refreshDevice'
  | 'refreshMany'
  | 'usage'
  | 'setCallsPerDay'
  | 'forgetLearnedLimit'
  | 'pauseChanged'
  | 'wake'
  | 'prioritise'
>;

/** What the user and the computer ask of the refresh, and what limits it. */
export function createRefreshCommands(options: RefreshCommandsOptions): RefreshCommands {
  const { host, fleet, calls, refresh, device, bulk, reporter } = options;

  /** What limits the calls changed: waiting work may continue. */
  function wake(): void {
    refresh.wake();
    reporter.now();
  }

  return {
    refreshNow: async () => {
      // The pause concerns the refresh in the background; faults are in the status.
      if (host.refreshPause?.()) void bulk.refresh(fleet.ids()).catch(() => undefined);
      await refresh.now();
    },
    refreshDevice: device.refresh,
    refreshMany: bulk.refresh,
    usage: calls.usage,
    setCallsPerDay: (limit) => {
      calls.setCallsPerDay(limit);
      wake();
      return calls.usage();
    },
    forgetLearnedLimit: () => {
      calls.forgetLearned();
      wake();
      return calls.usage();
    },
    pauseChanged: () => {
      refresh.pauseChanged();
      reporter.now();
    },
    wake,
    prioritise: refresh.prioritise,
  };
}
