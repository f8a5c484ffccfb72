// Removes files that electron-builder leaves in the unpacked app.
import fs from 'node:fs/promises';
import path from 'node:path';

function resourcesOf({ appOutDir, electronPlatformName, packager }) {
  if (electronPlatformName !== 'darwin') return path.join(appOutDir, 'resources');
  return path.join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources');
}

/** Called by electron-builder before fuses and signatures. */
export async function afterPack(context) {
  // Electron's default page.
  await fs.rm(path.join(resourcesOf(context), 'default_app.asar'), { force: true });
}
