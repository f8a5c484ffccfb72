import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { hasNews, type Absence, type HandoverNote } from '#shared/domain/handover';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';

interface HandoverState {
  /** The last absence; null: none of more than an hour is known. */
  absence: Absence | null;
  /** The note about the absence, while the line about it is open. */
  lineNote: HandoverNote | null;
  isOpen: boolean;
  /** The moment chosen in the dialog. */
  since: number | null;
  /** The note of the dialog. */
  note: HandoverNote | null;
  fault: Fault | null;
}

const store = createAccountStore<HandoverState>({
  absence: null,
  lineNote: null,
  isOpen: false,
  since: null,
  note: null,
  fault: null,
});

async function loadLine(): Promise<void> {
  const { absence } = store.getState();
  if (!absence || absence.isDismissed) return;
  const outcome = await api.handover.note({ since: absence.leftAt });
  // Another account, or another absence.
  if (store.getState().absence !== absence) return;
  // A note that cannot be made is no news; the dialog names the fault.
  if (outcome.ok) store.setState({ lineNote: outcome.value });
}

async function load(): Promise<void> {
  const { since, isOpen } = store.getState();
  if (!isOpen || since === null) return;
  const outcome = await api.handover.note({ since });
  if (store.getState().since !== since) return;
  if (outcome.ok) store.setState({ note: outcome.value, fault: null });
  else store.setState({ fault: outcome.fault });
}

async function readAbsence(): Promise<void> {
  const outcome = await inAccount(api.handover.absence());
  if (!outcome?.ok) return;
  store.setState({ absence: outcome.value });
  await loadLine();
}
onAccountOpened(() => void readAbsence());

/** What is different since the user left the open account. */
export const handoverStore = {
  ...store,
  /** The user came back. */
  returned(absence: Absence): void {
    store.setState({ absence, lineNote: null });
    void loadLine();
  },
  /** The values on screen may have changed. */
  async refresh(): Promise<void> {
    await loadLine();
    await load();
  },
  open(since: number): void {
    store.setState({ isOpen: true, since, note: null, fault: null });
    void load();
  },
  close: () => store.setState({ isOpen: false, since: null, note: null, fault: null }),
  dismiss(): void {
    const { absence } = store.getState();
    if (absence) store.setState({ absence: { ...absence, isDismissed: true }, lineNote: null });
    void api.handover.dismiss();
  },
};

/** The note that the line shows; null: there is no line. */
export const shownNote = ({ absence, lineNote }: HandoverState): HandoverNote | null =>
  absence && !absence.isDismissed && lineNote && hasNews(lineNote) ? lineNote : null;
