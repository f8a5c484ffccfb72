import os from 'node:os';
import { net, powerMonitor, session as electronSession, type Session } from 'electron';
import type { Readable } from 'node:stream';
import type { Fetch, SendOnce } from '#main/api/request';
import { nextTurn } from '#main/pace/turn-queue';
import { createAcceptedCertificates } from './accepted-certificates';
import { createDirectCalls } from './direct-calls';
import { receivedOf } from './received';

export interface Network {
  /** For requests that may be repeated: one may be sent again. */
  fetch: Fetch;
  sendOnce: SendOnce;
}

/**
 * The network of the HTTP layer. Chromium sends a request again, whatever its method, if a connection
 * that was used or opened before closes without an answer. `sendOnce` therefore gives each exchange a
 * session of its own without open connections: `Connection: close` would do for HTTP/1.1 only
 * (docs/decisions/0078-send-writes-once.md).
 */
export function openNetwork(): Network {
  // Without a disk cache: answers must not be written to disk unencrypted.
  const open = (partition: string) => electronSession.fromPartition(partition, { cache: false });
  const reading = open('service');
  /** Sessions without a request in flight; their number grows to that of parallel writes. */
  const free: Session[] = [];
  let opened = 0;
  return {
    fetch: directIn(reading),
    sendOnce: async (exchange) => {
      const session = free.pop() ?? open(`service-write-${++opened}`);
      try {
        await session.closeAllConnections();
        return await exchange(fetchIn(session));
      } finally {
        free.push(session);
      }
    },
  };
}

/** Reads of a session, sent without Chromium where nothing is gained by it. */
function directIn(session: Session): Fetch {
  const accepted = createAcceptedCertificates(Date.now);
  session.setCertificateVerifyProc(({ hostname, certificate, errorCode }, answer) => {
    if (errorCode === 0) accepted.add(hostname, certificate.data);
    answer(chromiumsOwnVerdict);
  });
  const direct = createDirectCalls({
    chromium: fetchIn(session),
    proxiesFor: (url) => session.resolveProxy(url),
    addresses: () =>
      Object.values(os.networkInterfaces())
        .flatMap((each) => each?.map(({ address }) => address))
        .join(),
    openConnections: async () => (await loadConnections()).openDirectConnections(accepted),
    userAgent: session.getUserAgent(),
    now: () => performance.now(),
  });
  powerMonitor.on('resume', direct.disconnect);
  return direct.fetch;
}

/** Compiled by Node at their first use, one in each turn of main. */
const compiledLater = ['node:tls', 'node:http', 'node:https', 'node:zlib'] as const;

async function loadConnections() {
  for (const id of compiledLater) {
    process.getBuiltinModule(id);
    await nextTurn();
  }
  return import('./direct-connections');
}

/** What Electron takes as "leave it to Chromium". */
const chromiumsOwnVerdict = -3;

/**
 * What `session.fetch` does for the HTTP layer, without the objects and streams of the web, which cost as
 * much as the rest of a call (docs/decisions/0136-requests-without-web-streams.md).
 */
function fetchIn(session: Session): Fetch {
  return (url, { method, headers, body, signal, redirect, cache, credentials }) =>
    new Promise((resolve, reject) => {
      const request = net.request({ url, session, method, headers, redirect, cache, credentials });
      const giveUp = () => {
        reject(signal.reason as Error);
        request.abort();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      request.on('error', reject);
      request.on('response', (response) => {
        const stream = response as unknown as Readable;
        stream.once('close', () => signal.removeEventListener('abort', giveUp));
        const { statusCode: status, headers: fields } = response;
        resolve(receivedOf({ status, fields, body: stream, abort: () => request.abort() }));
      });
      request.end(body);
    });
}
