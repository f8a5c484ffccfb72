import { api } from '#lib/api';
import { createStore } from 'zustand/vanilla';

/** Grows whenever the journal does, so that what is on screen is read again. */
export const journalVersion = createStore<{ version: number }>(() => ({ version: 0 }));

/** Follows the journal; `read` takes up the account that was opened. */
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
