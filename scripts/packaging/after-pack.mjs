// What electron-builder leaves in the unpacked app that no Waypost needs.
import fs from 'node:fs/promises';
import path from 'node:path';

function resourcesOf({ appOutDir, electronPlatformName, packager }) {
  if (electronPlatformName !== 'darwin') return path.join(appOutDir, 'resources');
  return path.join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources');
}

/** electron-builder calls this by its name, before fuses and signatures. */
export async function afterPack(context) {
  // The page that Electron shows without an app.
  await fs.rm(path.join(resourcesOf(context), 'default_app.asar'), { force: true });
}
