import type { AlertOverview } from '../../shared/domain/alert';
import { cpSync } from 'node:fs';
import { expect } from 'vitest';
import type { Account } from '../../main/account/account';
import type { Exchange } from '../../main/features/exchange/exchange';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { RunningService } from '../../main/service/start';
import type { Device } from '../../shared/domain/device';
import type { FetchState } from '../../shared/domain/history';
import type { Notice } from '../../shared/domain/notice';
import type { SubmissionModeChoice } from '../../shared/domain/session';
import { defaultSettings, type Settings } from '../../shared/domain/settings';
import type { HistoryMessage } from '../../shared/history/columns';
import { textOf } from './english';
import { eventually } from './eventually';
import { openIpc, type TestIpc } from './ipc';
import { createTestNetwork, type TestNetwork } from './network';
import { credentialsOf, onCleanUp, temporaryFolder } from './resources';
import { openSession } from './session';
import { createTestClock, type TestClock } from './test-clock';

/** The main process without Electron, connected to a service: real HTTP and SQLite on disk. */
export interface MainProcess {
  account: Account;
  exchange: Exchange;
  settings: Settings;
  /** The messages sent to the window over the port of the history. */
  posted: HistoryMessage[];
  /** Every state of the fetches that was sent to the window. */
  fetchStates: FetchState[][];
  /** Native notifications of alerts. */
  alertNotices: (ShownNotice & { deviceId: string | null })[];
  alertOverviews: AlertOverview[];
  /** All other native notifications. */
  notices: ShownNotice[];
  /** The records of single devices that were sent to the window. */
  devicesAnswered: Device[];
  /** The file that the next dialog returns; null: cancelled. */
  file: TestIpc['file'];
  network: TestNetwork;
  clock: TestClock;
  replaceKey(apiKey: string): Promise<void>;
  setSubmissionMode(mode: SubmissionModeChoice): void;
  quit(): Promise<void>;
  /** Quits and starts again on the same profile folder. */
  restart(): Promise<MainProcess>;
  /** Ends it like a crash, and starts again on a copy of the profile folder. */
  crash(): Promise<MainProcess>;
}

/** A notification as it is read in English. */
interface ShownNotice {
  title: string | null;
  body: string;
}

const inEnglish = ({ title, body }: Notice): ShownNotice => ({
  title: textOf(title),
  body: body.map((line) => textOf(line)).join('\n'),
});

/** State that outlives a restart. */
interface Profile {
  folder: string;
  keychain: ReturnType<typeof memoryKeychain>;
  settings: Settings;
  clock: TestClock;
}

const zone = () => 'Europe/Paris';

/** Starts main in an empty profile folder, connects it, and waits until all lists were read once. */
export async function startMain(
  running: RunningService,
  settings: Partial<Settings> = {},
): Promise<MainProcess> {
  const profile = {
    folder: temporaryFolder(),
    keychain: memoryKeychain(),
    settings: { ...defaultSettings, callsPerMinute: 60_000, historySettleHours: 0, ...settings },
    clock: createTestClock(),
  };
  const main = await start(profile, running);
  await untilListed(main);
  return main;
}

async function start(profile: Profile, first: RunningService | null): Promise<MainProcess> {
  const { folder, settings, clock } = profile;
  const network = createTestNetwork();
  const posted: HistoryMessage[] = [];
  const fetchStates: FetchState[][] = [];
  const alertNotices: MainProcess['alertNotices'] = [];
  const alertOverviews: AlertOverview[] = [];
  const notices: ShownNotice[] = [];
  const devicesAnswered: Device[] = [];
  let hasCrashed = false;
  const session = openSession(folder, profile.keychain, {
    fetch: network.fetch,
    clock: { ...clock, after: (ms, run) => clock.after(hasCrashed ? 0 : ms, run) },
    settings: () => settings,
    on: {
      notice: (notice) => notices.push(inEnglish(notice)),
      device: (device) => devicesAnswered.push(device),
      track: (message) => posted.push(message),
      fetches: (fetches) => fetchStates.push(fetches),
      alertOverview: (overview) => alertOverviews.push(overview),
      alertNotice: (notice) =>
        alertNotices.push({ ...inEnglish(notice), deviceId: notice.deviceId }),
    },
    computerTimeZone: zone,
  });
  if (first) await session.connect(credentialsOf(first));
  else await session.restore();
  const { exchange, file } = openIpc(session, folder, { settings: () => settings });
  let isOver = false;
  const quit = async () => {
    if (!isOver) await session.close();
    isOver = true;
  };
  return {
    account: session.account(),
    exchange,
    settings,
    posted,
    fetchStates,
    alertNotices,
    alertOverviews,
    notices,
    devicesAnswered,
    file,
    network,
    clock,
    replaceKey: (apiKey) => session.replaceKey(apiKey),
    setSubmissionMode: (mode) => {
      const open = session.current();
      if (open.phase === 'open') session.setSubmissionMode(open.profile.id, mode);
    },
    quit,
    restart: async () => {
      await quit();
      return start(profile, null);
    },
    crash: async () => {
      const copy = temporaryFolder();
      cpSync(folder, copy, { recursive: true });
      network.cut();
      // Closed after the test, without waiting for calls that will never be answered.
      onCleanUp(() => {
        hasCrashed = true;
      });
      return start({ ...profile, folder: copy }, null);
    },
  };
}

/** Waits until all lists were read once. */
const untilListed = ({ account }: MainProcess): Promise<void> =>
  eventually(() => {
    expect(account.users.current().asOf).not.toBeNull();
    const { writesLimits, takesSubmissions } = account.facts().capabilities;
    expect({ writesLimits, takesSubmissions }).toEqual({
      writesLimits: true,
      takesSubmissions: true,
    });
  });
