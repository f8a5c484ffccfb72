import type { UpdateState } from '#shared/domain/update';

const offBecause: Record<Extract<UpdateState, { phase: 'off' }>['why'], string> = {
  policy: 'An administrator turned updates off.',
  settings: 'Updates are off.',
  noFeed: 'There is no feed to ask.',
  unsupported: 'This installation is replaced by hand: it cannot update itself.',
};

/** Where Waypost stands with its updates, in a sentence. */
export function updateText(state: UpdateState): string {
  switch (state.phase) {
    case 'off':
      return offBecause[state.why];
    case 'idle':
      if (state.note) return state.note;
      return state.checkedAt === null ? 'Not asked yet.' : 'This is the newest version.';
    case 'checking':
      return 'Asking the feed…';
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
