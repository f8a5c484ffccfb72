import type { UpdateState } from '#shared/ipc/desktop';

const offBecause: Record<Extract<UpdateState, { phase: 'off' }>['why'], string> = {
  policy: 'An administrator turned updates off.',
  settings: 'Updates are off.',
  unreadable:
    'Updates are off, because the settings could not be read and may have turned them off. Turn them on here if you want them.',
  noFeed: 'No update feed is set for this installation. An administrator can set one.',
  noKey:
    'This build cannot verify updates, so it does not look for any; install new versions manually.',
  unsupported: 'This installation cannot update itself; install new versions manually.',
};

/** The state of updates as one sentence. */
export function updateText(state: UpdateState): string {
  switch (state.phase) {
    case 'off':
      return offBecause[state.why];
    case 'idle':
      if (state.note) return state.note;
      return state.checkedAt === null ? 'Not checked yet.' : 'This is the newest version.';
    case 'checking':
      return 'Checking for updates…';
    case 'available':
      return `${state.version} is available from ${state.host}.`;
    case 'downloading':
      return `Downloading ${state.version}…`;
    case 'staged':
      return state.waitsFor
        ? `${state.version} is ready, but waits: ${state.waitsFor}`
        : `${state.version} is downloaded and verified.`;
    case 'failed':
      return state.message;
  }
}
