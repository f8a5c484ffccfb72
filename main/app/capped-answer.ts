/** The content of an answer; throws if it is longer than `largestBytes` or late. */
export async function readAtMost(
  answer: Response,
  largestBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (!answer.body) return new Uint8Array();
  const reader = answer.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const stop = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    if (Number(answer.headers.get('content-length') ?? 0) > largestBytes) throw tooLong();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return Buffer.concat(chunks);
      bytes += value.byteLength;
      // Counted while it arrives, and unpacked: a packed answer may be a thousand times shorter.
      if (bytes > largestBytes) throw tooLong();
      chunks.push(value);
    }
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

const tooLong = () => new Error('the answer is too long');
