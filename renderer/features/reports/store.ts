import { createAccountStore } from '#lib/account-scope';

/** The devices that a report was asked for. */
export interface ReportOf {
  deviceIds: readonly string[];
  /** The name, if it is one device. */
  label: string | null;
}

const closed = { isOpen: false, of: null } as const;

const store = createAccountStore<{ isOpen: boolean; of: ReportOf | null }>(closed);

/** The dialog of daily reports. */
export const reportStore = {
  ...store,
  /** null: a group is chosen in the dialog. */
  open: (of: ReportOf | null) => store.setState({ isOpen: true, of }),
  close: () => store.setState(closed),
};
