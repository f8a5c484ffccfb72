import type { UpdateState } from '#shared/domain/update';

const offBecause: Record<Extract<UpdateState, { phase: 'off' }>['why'], string> = {
  policy: 'An administrator turned updates off.',
  settings: 'Updates are off.',
  noFeed: 'No update feed is set.',
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
