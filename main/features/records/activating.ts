import type { Device } from '#shared/domain/device';
import { faultIn, isUnsure } from './fault-kinds';
import type { Remote, Sent } from './remote';
import { readAgain } from './saving';

/** Activates a device. `before` is null if it was active already. Needs no guard: it is idempotent. */
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
      return { before: before.record, after: answer ?? (await remote.read(id)) };
    } catch (error) {
      if (!isUnsure(faultIn(error))) throw error;
      const now = await readAgain(remote, id, error);
      if (now.record.isActive) return { before: before.record, after: now };
      if (isSecond) throw error;
    }
  }
}
