import { randomUUID } from 'node:crypto';
import {
  app,
  BrowserWindow,
  session as electronSession,
  type Session,
  type WebContents,
} from 'electron';
import { pictureName, type PrintedPage, type PrintResult } from '../features/maps/map-picture';

const origin = 'app://print';
/** Nothing but its own picture and style; no script runs. */
const policy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'";
const letterCountries = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'VE', 'PH']);

const pages = new Map<string, PrintedPage>();
let printing: Session | null = null;

/** A session of its own: in memory, without network, that serves only the pages being printed. */
function printSession(): Session {
  if (printing) return printing;
  printing = electronSession.fromPartition('print-page');
  printing.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !details.url.startsWith(`${origin}/`) }),
  );
  printing.protocol.handle('app', (request) => {
    const [id = '', name = ''] = new URL(request.url).pathname.slice(1).split('/');
    const page = pages.get(id);
    if (!page || request.method !== 'GET') return new Response(null, { status: 404 });
    const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' };
    if (name === pictureName && page.picture) {
      return new Response(new Uint8Array(page.picture), {
        headers: { ...headers, 'content-type': 'image/png' },
      });
    }
    return new Response(page.html, {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  });
  return printing;
}

/** Loads a page in a hidden window without scripts and without network, until `use` is done with it. */
async function withPage<T>(page: PrintedPage, use: (contents: WebContents) => Promise<T>) {
  const id = randomUUID();
  pages.set(id, page);
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: printSession(),
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
    },
  });
  try {
    await window.loadURL(`${origin}/${id}/`);
    return await use(window.webContents);
  } finally {
    window.destroy();
    pages.delete(id);
  }
}

const paperOf = ({ isLandscape }: PrintedPage) => ({
  landscape: isLandscape,
  pageSize: letterCountries.has(app.getLocaleCountryCode()) ? ('Letter' as const) : ('A4' as const),
  printBackground: true,
});

/** Prints a page to a PDF file. */
export const printPage = (page: PrintedPage): Promise<Uint8Array> =>
  withPage(page, (contents) =>
    contents.printToPDF({
      ...paperOf(page),
      preferCSSPageSize: false,
      generateTaggedPDF: true,
    }),
  );

/** Opens the print dialog of the system for a page, and waits until it is sent or cancelled. */
export const printOnPaper = (page: PrintedPage): Promise<PrintResult> =>
  withPage(page, async (contents) => {
    const { promise, resolve } = Promise.withResolvers<PrintResult>();
    contents.print(paperOf(page), (isSent, reason) => {
      if (isSent) resolve('sent');
      else resolve(/cancel/i.test(reason) ? 'cancelled' : 'failed');
    });
    // A page that crashes never answers.
    contents.once('render-process-gone', () => resolve('failed'));
    const result = await promise;
    if (result !== 'failed') return result;
    return (await contents.getPrintersAsync()).length === 0 ? 'noPrinter' : 'failed';
  });
