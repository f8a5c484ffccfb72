import type { MapFileFacts, MapFileRefusal } from '#shared/domain/map-file';
import { fromMapProcessSchema, type FromMapProcess, type StartMapProcess } from './messages';

export type Inspection =
  { ok: true; facts: MapFileFacts } | { ok: false; reason: MapFileRefusal; detail: string };

/** A file that keeps the reader busy for longer is not read. A slow network share needs some time. */
const inspectionMs = 20_000;

export type After = (delayMs: number, run: () => void) => () => void;

/** Reads what is in a file, in a process of its own that is ended afterwards. */
export function inspectMap(
  start: StartMapProcess,
  path: string,
  after: After,
): { result: Promise<Inspection>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<Inspection>();
  const child = start({
    onMessage: (message) => {
      const { data } = fromMapProcessSchema.safeParse(message);
      if (data?.type === 'inspected') resolve({ ok: true, facts: data.facts });
      else if (data?.type === 'refused') {
        resolve({ ok: false, reason: data.reason, detail: data.detail });
      } else resolve({ ok: false, reason: 'ended', detail: '' });
    },
    // Out of memory, or killed.
    onEnd: () => resolve({ ok: false, reason: 'ended', detail: '' }),
  });
  const stop = after(inspectionMs, () => resolve({ ok: false, reason: 'slow', detail: '' }));
  child.post({ type: 'inspect', path });
  const result = promise.finally(() => {
    stop();
    child.kill();
  });
  return { result, cancel: () => child.kill() };
}

type CopyResult = 'copied' | 'full' | 'failed' | 'cancelled';

/** Copies a file in a process of its own. */
export function copyMap(
  start: StartMapProcess,
  paths: { from: string; to: string },
  onShare: (share: number) => void,
): { result: Promise<CopyResult>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<CopyResult>();
  let isCancelled = false;
  const child = start({
    onMessage: (message) => {
      const data: FromMapProcess | undefined = fromMapProcessSchema.safeParse(message).data;
      if (data?.type === 'copying') onShare(data.share);
      else if (data?.type === 'copied') resolve('copied');
      else resolve(data?.type === 'notCopied' ? data.reason : 'failed');
    },
    onEnd: () => resolve(isCancelled ? 'cancelled' : 'failed'),
  });
  child.post({ type: 'copy', ...paths });
  return {
    result: promise.finally(() => child.kill()),
    cancel: () => {
      isCancelled = true;
      child.kill();
    },
  };
}
