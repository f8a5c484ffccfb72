import { generate } from 'selfsigned';

/** A key and a certificate as PEM, for `https.createServer`. */
export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate authority of one test. */
export interface Authority {
  /** PEM of its own certificate. */
  cert: string;
  /** A certificate for a host; `days`: from now to its end, negative for an expired one. */
  issue(options?: { host?: string; days?: number }): Promise<Certificate>;
}

const dayMs = 86_400_000;

/** From two days before to `days` days after now, or before it. */
const validity = (days: number) => ({
  notBeforeDate: new Date(Date.now() + (Math.min(0, days) - 2) * dayMs),
  notAfterDate: new Date(Date.now() + days * dayMs),
});

/** Creates a certificate authority; its certificates are for 127.0.0.1 unless another host is named. */
export async function createAuthority(name = 'Test authority'): Promise<Authority> {
  const own = await generate([{ name: 'commonName', value: name }], {
    ...validity(30),
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    cert: own.cert,
    issue: async ({ host = '127.0.0.1', days = 10 } = {}) => {
      const isAddress = /^[\d.]+$/.test(host);
      const issued = await generate([{ name: 'commonName', value: host }], {
        ...validity(days),
        keyType: 'ec',
        algorithm: 'sha256',
        ca: { key: own.private, cert: own.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'extKeyUsage', serverAuth: true },
          {
            name: 'subjectAltName',
            altNames: [isAddress ? { type: 7, ip: host } : { type: 2, value: host }],
          },
        ],
      });
      return { key: issued.private, cert: issued.cert };
    },
  };
}
