import { X509Certificate } from 'node:crypto';

/** What a connection says of the certificate of its service. */
export type PeerCertificate = Pick<X509Certificate, 'fingerprint256' | 'validToDate'>;

/** The certificates that Chromium has accepted since the start, for each host. */
export interface AcceptedCertificates {
  add(host: string, pem: string): void;
  hasAny(host: string): boolean;
  /** Whether a certificate is one of them and has not ended. */
  has(host: string, certificate: PeerCertificate | undefined): boolean;
}

/** A host behind several servers may have a certificate for each. */
const mostForHost = 16;

function fingerprintOf(pem: string): string | null {
  try {
    return new X509Certificate(pem).fingerprint256;
  } catch {
    return null;
  }
}

export function createAcceptedCertificates(now: () => number): AcceptedCertificates {
  const fingerprints = new Map<string, string[]>();
  return {
    add(host, pem) {
      const fingerprint256 = fingerprintOf(pem);
      if (fingerprint256 === null) return;
      const others = (fingerprints.get(host) ?? []).filter((each) => each !== fingerprint256);
      fingerprints.set(host, [...others, fingerprint256].slice(-mostForHost));
    },
    hasAny: (host) => fingerprints.has(host),
    has: (host, certificate) =>
      certificate !== undefined &&
      certificate.validToDate.getTime() > now() &&
      (fingerprints.get(host)?.includes(certificate.fingerprint256) ?? false),
  };
}
