import path from 'node:path';
import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { storedText, type ReportStoredFile } from '../files/stored-files';
import {
  createHostConsent,
  allowedHostsSchema,
  type HostConsent,
  type HostQuestion,
} from './host-consent';
import type { Policy } from './policy';

/** The confirmation of new hosts, in dialogs of the system. */
export function openHostConsent(options: {
  policy: Policy;
  window: () => BrowserWindow | null;
  report: ReportStoredFile;
}): HostConsent {
  const { policy, window } = options;
  async function ask({ message, detail, buttons }: HostQuestion): Promise<boolean> {
    const box: MessageBoxOptions = {
      type: 'question',
      title: 'Waypost',
      message,
      detail,
      buttons,
      // The Enter key, which the user may be pressing anyway, refuses.
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    };
    const parent = window();
    const { response } = await (parent && !parent.isDestroyed()
      ? dialog.showMessageBox(parent, box)
      : dialog.showMessageBox(box));
    return response === 0;
  }
  return createHostConsent({
    ask,
    memory: storedText(
      path.join(app.getPath('userData'), 'allowed-hosts.json'),
      'allowedHosts',
      allowedHostsSchema,
      options.report,
    ),
    policy: { service: policy.allowedServiceHosts, map: policy.allowedMapHosts },
    presets: { service: policy.serviceAddress, map: policy.mapStyleUrl },
  });
}
