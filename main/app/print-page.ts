import { randomUUID } from 'node:crypto';
import {
  app,
  BrowserWindow,
  session as electronSession,
  type Session,
  type BrowserWindowConstructorOptions,
} from 'electron';
import { z } from 'zod';
import { failDeclined } from '#shared/fault';
import type { PrintedPage, PrintResult } from '../features/maps/map-picture';
import { message } from '#shared/i18n/translate';

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
    const picture = page.pictures.get(name);
    if (picture) {
      return new Response(new Uint8Array(picture), {
        headers: { ...headers, 'content-type': 'image/png' },
      });
    }
    return new Response(page.html, {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  });
  return printing;
}

/** Opens a hidden window without scripts and without network for a page, until `use` is done with it. */
async function withPage<T>(
  page: PrintedPage,
  use: (window: BrowserWindow, load: () => Promise<void>) => Promise<T>,
  { webPreferences, ...size }: BrowserWindowConstructorOptions = {},
) {
  const id = randomUUID();
  pages.set(id, page);
  const window = new BrowserWindow({
    show: false,
    ...size,
    webPreferences: {
      ...webPreferences,
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
    return await use(window, () => window.loadURL(`${origin}/${id}/`));
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
  withPage(page, async ({ webContents }, load) => {
    await load();
    return webContents.printToPDF({
      ...paperOf(page),
      preferCSSPageSize: false,
      generateTaggedPDF: true,
    });
  });

/** The width of the page in a picture, CSS pixels, and the pixels for each of them. */
const pictureWidth = 800;
const pictureRatio = 2;
/** A higher picture takes too much memory here and in the program that shows it. */
const mostPicturePx = 16_000;
const drawMs = 20_000;

const layoutSchema = z.object({ cssContentSize: z.object({ height: z.number() }) });
const screenshotSchema = z.object({ data: z.base64() });

/** Draws a page as a PNG picture that is as high as the page. */
export const picturePage = (page: PrintedPage): Promise<Uint8Array> =>
  withPage(
    page,
    async ({ webContents }, load) => {
      await load();
      // Without scripts, only the debugger can measure a page and draw what is below the window.
      const { debugger: pageDebugger } = webContents;
      pageDebugger.attach();
      const layout = layoutSchema.parse(await pageDebugger.sendCommand('Page.getLayoutMetrics'));
      const height = Math.ceil(layout.cssContentSize.height);
      if (height * pictureRatio > mostPicturePx) {
        failDeclined(message('faults.main.dayTooLong'));
      }
      const drawn = pageDebugger.sendCommand('Page.captureScreenshot', {
        format: 'png',
        captureBeyondViewport: true,
        clip: { x: 0, y: 0, width: pictureWidth, height, scale: pictureRatio },
      });
      return Buffer.from(screenshotSchema.parse(await soon(drawn)).data, 'base64');
    },
    // A hidden window is not drawn at all, unless it is off the screen by intention.
    { width: pictureWidth, useContentSize: true, webPreferences: { offscreen: true } },
  );

/** Rejects if an answer does not come: a page that crashed is never drawn. */
function soon<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the page was not drawn')), drawMs);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

/** Opens the print dialog of the system for a page, and waits until it is sent or cancelled. */
export const printOnPaper = (page: PrintedPage): Promise<PrintResult> =>
  withPage(page, async ({ webContents: contents }, load) => {
    await load();
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
