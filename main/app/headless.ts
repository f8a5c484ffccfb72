import { writeFileSync } from 'node:fs';
import type { BrowserWindow } from 'electron';
import type { FleetDrawn } from '#shared/ipc/desktop';
import type { Parts } from './compose';
import type { StartMarks } from './start-marks';
import type { Switches } from './switches';

/** The screenshot is taken after this time even if positions are still missing. */
const settleMs = 60_000;

/**
 * The unattended run: waits until the fleet is drawn and polled once, takes a screenshot and writes a
 * summary. Resolves when the app may quit.
 */
export async function writeSummary(
  switches: Switches,
  parts: Parts,
  window: BrowserWindow,
  drawn: Promise<FleetDrawn>,
): Promise<void> {
  await drawn;
  await settled(parts);
  // Two frames later the latest positions are drawn as well.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  if (switches.screenshot) {
    const image = await window.webContents.capturePage();
    writeFileSync(switches.screenshot, image.toPNG());
  }
  const session = parts.session.current();
  const status = parts.session.status();
  const account = parts.session.account();
  const summary = {
    devices: status.devices,
    fixes: status.positions,
    groups: account.groups.current().items.length,
    users: account.users.current().items.length,
    licences: session.phase === 'open' ? session.licences : null,
    status: status.mode,
    screenshot: switches.screenshot,
  };
  writeFileSync(switches.summaryFile!, JSON.stringify(summary));
}

async function settled(parts: Parts): Promise<void> {
  const until = Date.now() + settleMs;
  while (Date.now() < until) {
    const status = parts.session.status();
    const hasLists = parts.session.account().users.current().asOf !== null;
    if (hasLists && status.devices > 0 && status.notAskedYet === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

export function writeBenchReport(file: string, marks: StartMarks, drawn: FleetDrawn): void {
  writeFileSync(file, JSON.stringify({ ...marks, ...drawn }));
}
