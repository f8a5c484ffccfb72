import os from 'node:os';
import { expect, test } from 'vitest';
import { readTableFile } from './table-files';

const endless = process.platform === 'win32' ? '\\\\.\\CON' : '/dev/zero';

test('refuses an endless file before reading it', async () => {
  await expect(readTableFile(endless)).rejects.toMatchObject({
    fault: { kind: 'invalid', message: expect.stringContaining('no ordinary file') },
  });
});

test('names a folder and a missing file as such', async () => {
  await expect(readTableFile(os.tmpdir())).rejects.toMatchObject({
    fault: { message: expect.stringContaining('folder') },
  });
  await expect(readTableFile('/no/such/file.gpx')).rejects.toMatchObject({
    fault: { message: expect.stringContaining('not there') },
  });
});
