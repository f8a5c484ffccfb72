import { writeFileSync } from 'node:fs';
import type { BrowserWindow } from 'electron';
import type { FleetDrawn } from '#shared/ipc/desktop';
import type { SessionFeature } from '../session/session';
import type { Switches } from './started-with';

/** The screenshot is taken after this time even if positions are still missing. */
const settleMs = 60_000;
/** And after this time more even if places are. */
const placesMs = 20_000;

/**
 * The unattended run: waits until the fleet is drawn and polled once, takes a screenshot and writes a
 * summary. Resolves when the app may quit.
 */
export async function writeSummary(
  switches: Switches,
  session: SessionFeature,
  window: BrowserWindow,
  drawn: Promise<FleetDrawn>,
): Promise<void> {
  await drawn;
  await settled(session);
  await placesNamed(window);
  // Two frames later the latest positions are drawn as well.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  if (switches.screenshot) {
    const image = await window.webContents.capturePage();
    writeFileSync(switches.screenshot, image.toPNG());
  }
  const current = session.current();
  const status = session.status();
  const account = session.account();
  const summary = {
    devices: status.devices,
    fixes: status.positions,
    groups: account.groups.current().items.length,
    users: account.users.current().items.length,
    licences: current.phase === 'open' ? current.licences : null,
    status: status.mode,
    screenshot: switches.screenshot,
  };
  writeFileSync(switches.summaryFile!, JSON.stringify(summary));
}

async function settled(session: SessionFeature): Promise<void> {
  const until = Date.now() + settleMs;
  while (Date.now() < until) {
    const status = session.status();
    const hasLists = session.account().users.current().asOf !== null;
    if (hasLists && status.devices > 0 && status.notAskedYet === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The rows name towns, which the window loads after its first picture. */
async function placesNamed(window: BrowserWindow): Promise<void> {
  const until = Date.now() + placesMs;
  const areLoading = () =>
    window.webContents.executeJavaScript("document.querySelector('[data-place-loading]') !== null");
  while (Date.now() < until && (await areLoading())) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** When main began and the window had drawn the fleet. */
export function writeBenchReport(file: string, mainEntry: number, drawn: FleetDrawn): void {
  writeFileSync(file, JSON.stringify({ mainEntry, ...drawn }));
}
