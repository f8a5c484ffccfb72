import os from 'node:os';
import { expect, test } from 'vitest';
import { readTableFile } from '#main/files/table-files';

const endless = process.platform === 'win32' ? '\\\\.\\CON' : '/dev/zero';

test('what may never end is refused before it is read', async () => {
  await expect(readTableFile(endless)).rejects.toMatchObject({
    fault: { kind: 'invalid', message: expect.stringContaining('no ordinary file') },
  });
});

test('a folder, and a file that is gone, are told apart', async () => {
  await expect(readTableFile(os.tmpdir())).rejects.toMatchObject({
    fault: { message: expect.stringContaining('folder') },
  });
  await expect(readTableFile('/no/such/file.gpx')).rejects.toMatchObject({
    fault: { message: expect.stringContaining('not there') },
  });
});
