import { api } from '#lib/api';
import { createStore } from 'zustand/vanilla';

/** Changes whenever the journal does, so that the visible rows are read again. */
export const journalVersion = createStore<{ version: number }>(() => ({ version: 0 }));

/** Follows the journal; `read` starts over for the account that opens. */
export const journalMirror = {
  start() {
    api.journal.onChanged(grow);
  },
  read() {
    grow();
    return Promise.resolve();
  },
};

function grow() {
  journalVersion.setState(({ version }) => ({ version: version + 1 }));
}
