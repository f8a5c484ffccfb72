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
    contents.on('will-frame-navigate', (event) => {
      // Only the main frame, only our own pages.
      if (!event.isMainFrame || !isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // WebRTC ignores the page's CSP and the request filter, but it uses the proxy.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/**
 * Denies permissions, devices and downloads in every session, also in those that are created later.
 * Must run before Electron is ready, when the first session is created.
 */
export function guardSessions(): void {
  app.on('session-created', (session) => {
    session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
    session.setPermissionCheckHandler(() => false);
    session.setDevicePermissionHandler(() => false);
    session.on('will-download', (event) => event.preventDefault());
    // Chromium would fetch dictionaries from a server of its own.
    session.setSpellCheckerEnabled(false);
  });
  // The default too, but stated: no certificate is trusted that the system does not trust.
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
  // The default too, but stated: no server and no proxy receives a password. The request fails at once.
  app.on('login', (event, _contents, _details, _asking, answer) => {
    event.preventDefault();
    answer();
  });
}

/** A proxy address on which nothing listens, so that no connection succeeds. */
const nowhere = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

/** Gives the window no network: it loads the app's own files and what main answers. */
export function guardSession(session: Session): void {
  void session.setProxy(nowhere);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const isLocal = ['app:', 'devtools:', 'data:', 'blob:'].includes(new URL(url).protocol);
    answer({ cancel: !isLocal });
  });
}
