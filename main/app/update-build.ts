import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { readPublicKey } from './update-listing';

/** What the build says about updates. It is part of the archive and cannot be set afterwards. */
export interface UpdateBuild {
  /** Keys that may sign a listing; without any there are no updates. */
  keys: readonly KeyObject[];
  /** The feed, unless the machine policy names another one. */
  feed: string | null;
  /** True in test builds only: plain http to this computer is accepted. */
  allowsLoopback: boolean;
}

export const noUpdates: UpdateBuild = { keys: [], feed: null, allowsLoopback: false };

const schema = z.object({
  /** Separated by spaces, because electron-builder's command line has no lists. */
  keys: z.string().max(200),
  feed: z.string().max(2048).nullish(),
  allowsLoopback: z.boolean().optional(),
});

/** Reads `waypostUpdates` of the package.json in the archive; `npm run package` writes it. */
export function readUpdateBuild(packageJson: string): UpdateBuild {
  let json: unknown;
  try {
    json = (JSON.parse(packageJson) as { waypostUpdates?: unknown }).waypostUpdates;
  } catch {
    return noUpdates;
  }
  const { data } = schema.safeParse(json);
  if (!data) return noUpdates;
  const keys = data.keys.split(' ').map(readPublicKey);
  if (!keys.every((key) => key !== null)) return noUpdates;
  return { keys, feed: data.feed ?? null, allowsLoopback: data.allowsLoopback ?? false };
}

/** True for an address that updates may come from: https, and in test builds this computer. */
export function isFeedAddress(text: string, { allowsLoopback }: UpdateBuild): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  if (url.protocol === 'https:') return true;
  return allowsLoopback && url.protocol === 'http:' && url.hostname === '127.0.0.1';
}
