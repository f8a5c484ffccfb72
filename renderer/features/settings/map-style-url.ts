import { texts } from './settings-texts';
/** Why a text is not a valid address of a map style; undefined if it is. */
export function mapStyleRefusal(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!URL.canParse(text)) return texts.thisIsNotAComplete;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return undefined;
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'http:' && isLoopback) return undefined;
  return texts.onlyHttpsIsAcceptedSo;
}
