import { expect, test } from 'vitest';
import { fallbackNotice, findElectron, isOfficial } from './electron-dist.mjs';

test('an Electron that is not Electron’s own is never taken for it', () => {
  expect(fallbackNotice(null)).toBeNull();
  expect(fallbackNotice('/opt/electron')).toBeNull();
  expect(isOfficial('/opt/electron')).toBe(false);
  const dist = findElectron();
  // Either it is official, or chosen by a variable, or announced at each run.
  const isKnown = isOfficial(dist) || dist === process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  expect(isKnown || fallbackNotice(dist)?.includes('packaging of Electron by somebody else')).toBe(
    true,
  );
});
