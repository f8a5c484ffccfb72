import type { CommandLine } from './switches';

/** Switches that take Chromium's sandbox away from its processes, or a part of it. */
const weakening = [
  'no-sandbox',
  'no-zygote-sandbox',
  'disable-sandbox',
  'disable-gpu-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'single-process',
  'in-process-gpu',
] as const;

/**
 * Why a packaged app must not start: it would run without Chromium's sandbox. null if it may. Root
 * may, because Chromium cannot sandbox root at all. Electron turns its variable
 * `ELECTRON_DISABLE_SANDBOX` into `--no-sandbox` before this is asked.
 */
export function troubleWithSandbox(
  commandLine: Pick<CommandLine, 'hasSwitch'>,
  { isPackaged, uid }: { isPackaged: boolean; uid: number | undefined },
): string | null {
  if (!isPackaged || uid === 0) return null;
  const found = weakening.find((name) => commandLine.hasSwitch(name));
  if (found === undefined) return null;
  return [
    'Waypost does not start without its sandbox.',
    `The switch --${found} or the variable ELECTRON_DISABLE_SANDBOX takes it away. The sandbox keeps a fault in the display of data from the service away from your files and the API key.`,
    'Nothing was changed. Start Waypost without the switch and the variable. If it then does not start because this system lets programs make no user namespaces: install the deb or rpm package, which sets up the sandbox, or ask your administrator to allow user namespaces for Waypost.',
  ].join('\n');
}
