import type { CallRate } from '#shared/domain/session';
import type { Format } from '#lib/format';
import { originalText } from '#lib/known-text';

/** How many calls a minute Waypost uses, and who states that number. */
export function rateText(rate: CallRate, { count, counted }: Format): string {
  const { announced, inUse, isSlowed, refusedAt, setting } = rate;
  const stated = announced.is === 'value' ? announced.value : null;
  const calls = counted(inUse, 'call');
  if (isSlowed && refusedAt !== null) {
    return `${calls} a minute, learned from the service’s refusals`;
  }
  if (isSlowed) {
    return `${calls} a minute at present, because the service asked Waypost to slow down`;
  }
  if (announced.is === 'notUnderstood') {
    const original = originalText(announced.original);
    return setting === null
      ? `${calls} a minute (demo); announced by the service, but not understood: ${original}`
      : `${calls} a minute (your setting); announced by the service, but not understood: ${original}`;
  }
  if (setting !== null && inUse >= setting) return `${calls} a minute (your setting)`;
  if (stated !== null && inUse < stated) {
    return `${counted(stated, 'call')} a minute announced by the service, of which Waypost uses ${count(inUse)}`;
  }
  if (stated !== null) return `${calls} a minute announced by the service`;
  return setting === null ? `${calls} a minute (demo)` : `${calls} a minute`;
}
