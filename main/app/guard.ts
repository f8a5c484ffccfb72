import { app, type Session, type WebContents } from 'electron';
import { appOrigin } from './protocol';

/** True for URLs of the app's own origin. */
export function isOwnAddress(address: string): boolean {
  return address === appOrigin || address.startsWith(`${appOrigin}/`);
}

/** Denies navigation, new windows, webviews and permissions, which the window never needs. */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // WebRTC ignores the page's CSP and the request filter, but it uses the proxy.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/** A proxy address on which nothing listens, so that no connection succeeds. */
const nowhere = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

/** Denies permissions, downloads and every request to an origin that is not allowed. */
export function guardSession(session: Session, mapHosts: () => readonly string[]): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => {
    const url = new URL(details.url);
    const hosts = mapHosts();
    if (details.resourceType === 'mainFrame' && isOwnAddress(details.url)) {
      // Hosts are fixed per document, as its CSP is. Without map hosts the window has no network.
      const proxy = hosts.length === 0 ? nowhere : { mode: 'system' as const };
      void session.setProxy(proxy).finally(() => answer({ cancel: false }));
      return;
    }
    const isLocal = ['app:', 'devtools:', 'data:', 'blob:'].includes(url.protocol);
    answer({ cancel: !isLocal && !hosts.includes(url.origin) });
  });
}
