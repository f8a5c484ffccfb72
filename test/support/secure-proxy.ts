import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { generate } from 'selfsigned';

/** A proxy before a service that offers HTTP/2 over TLS, as most services do. */
export interface SecureProxy {
  url: string;
  userName: string;
  apiKey: string;
  /** Requests received since the start, as `METHOD path` with their HTTP version. */
  requests: readonly { what: string; httpVersion: string }[];
  stop(): Promise<void>;
}

/** Its certificate is self-signed. A connection that the service closes is closed here as well. */
export async function startSecureProxy(service: {
  url: string;
  userName: string;
  apiKey: string;
}): Promise<SecureProxy> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const requests: { what: string; httpVersion: string }[] = [];
  const server = createSecureServer({ cert, key, allowHTTP1: true });

  async function pass(received: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    const body = await buffer(received);
    const { method, url: path, httpVersion } = received;
    requests.push({ what: `${method} ${path}`, httpVersion });
    const headers = Object.entries(received.headers).filter(([name]) => !name.startsWith(':'));
    const passed = request(service.url + path, {
      method,
      headers: Object.fromEntries(headers),
      agent: false,
    });
    passed.on('error', () => (received.stream?.session ?? received.socket).destroy());
    passed.on('response', (answer) => {
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...kept } = answer.headers;
      response.writeHead(answer.statusCode!, kept);
      answer.pipe(response as unknown as NodeJS.WritableStream);
    });
    passed.end(body);
  }

  server.on('request', (received, response) => {
    pass(received, response).catch(() => received.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    userName: service.userName,
    apiKey: service.apiKey,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
