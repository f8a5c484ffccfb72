import type { Device } from '#shared/domain/device';
import { fail } from '#shared/fault';
import { faultIn, isUnsure } from './fault-kinds';
import type { Remote, Sent } from './remote';
import { readAgain } from './saving';

/**
 * Activates a device. `before` is null if it was active already. Needs no guard: it is idempotent.
 * Fails if the service accepts the change, but does not state that the device is active.
 */
export async function activateOnce(
  remote: Remote<'limits'>,
  id: string,
  prefetched: Sent<Device> | undefined,
): Promise<{ before: Device | null; after: Sent<Device> }> {
  const before = prefetched ?? (await remote.read(id));
  if (before.record.isActive) return { before: null, after: before };
  const steps = [{ op: 'add' as const, path: '/active', value: true }];
  for (let isSecond = false; ; isSecond = true) {
    try {
      const answer = await remote.patch(id, steps);
      const after = answer?.record.isActive ? answer : await remote.read(id);
      return { before: before.record, after: requireActive(remote, after) };
    } catch (error) {
      if (!isUnsure(faultIn(error))) throw error;
      const now = await readAgain(remote, id, error);
      if (now.record.isActive) return { before: before.record, after: now };
      if (isSecond) throw error;
    }
  }
}

/** The record, which is kept as the service sent it, if it states that the device is active. */
function requireActive(remote: Remote<'limits'>, after: Sent<Device>): Sent<Device> {
  if (after.record.isActive === true) return after;
  remote.cache(after);
  const message =
    after.record.isActive === false
      ? 'The service states that it is not active.'
      : 'The service did not state that it is active.';
  return fail({ kind: 'declined', reason: 'state', message });
}
