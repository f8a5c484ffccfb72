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
    // WebRTC heeds neither the policy of the page nor the filter of requests, but it heeds the proxy.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/** A proxy that nobody is: whoever obeys it reaches nothing. */
const nowhere = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

/** Denies permissions, downloads and every request that leaves for somewhere the window has no business. */
export function guardSession(session: Session, mapHosts: () => readonly string[]): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => {
    const url = new URL(details.url);
    const hosts = mapHosts();
    if (details.resourceType === 'mainFrame' && isOwnAddress(details.url)) {
      // Which hosts there are is fixed for a document, as its policy is; with none, there is no network.
      const proxy = hosts.length === 0 ? nowhere : { mode: 'system' as const };
      void session.setProxy(proxy).finally(() => answer({ cancel: false }));
      return;
    }
    const isLocal = ['app:', 'devtools:', 'data:', 'blob:'].includes(url.protocol);
    answer({ cancel: !isLocal && !hosts.includes(url.origin) });
  });
}
