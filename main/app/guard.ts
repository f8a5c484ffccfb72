import { app, type Session, type WebContents } from 'electron';
import { appOrigin } from './protocol';

/** True for addresses of our own bundle. */
export function isOwnAddress(address: string): boolean {
  return address === appOrigin || address.startsWith(`${appOrigin}/`);
}

/** Denies what a window of ours never needs: navigation, new windows, webviews, permissions. */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Denies permissions and every request that leaves for somewhere the window has no business. */
export function guardSession(session: Session, mapHosts: () => readonly string[]): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const url = new URL(details.url);
    const isLocal = ['app:', 'devtools:', 'data:', 'blob:'].includes(url.protocol);
    answer({ cancel: !isLocal && !mapHosts().includes(url.origin) });
  });
}
