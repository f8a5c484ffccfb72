import { open, rename, rm } from 'node:fs/promises';

const pieceBytes = 4 * 1024 * 1024;

/** Copies a file beside its target first, so that there is never half a file. */
export async function copyWithProgress(
  from: string,
  to: string,
  onShare: (share: number) => void,
): Promise<void> {
  const part = `${to}.part`;
  const source = await open(from, 'r');
  try {
    const target = await open(part, 'w', 0o600);
    try {
      const { size } = await source.stat();
      const piece = new Uint8Array(pieceBytes);
      let said = 0;
      for (let done = 0; ;) {
        const { bytesRead } = await source.read(piece, 0, pieceBytes, done);
        if (bytesRead === 0) break;
        await target.write(piece, 0, bytesRead);
        done += bytesRead;
        const share = size > 0 ? Math.min(1, done / size) : 1;
        if (share - said >= 0.01) onShare((said = share));
      }
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await source.close();
  }
}
