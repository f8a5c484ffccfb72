import { app } from 'electron';
import { hiddenSwitch } from './start-at-login';

const safeModeSwitch = '--safe-mode';
/** Of this start alone. */
const dropped: readonly string[] = [safeModeSwitch, hiddenSwitch];

let relaunch: (() => void) | null = null;

/** Quits as the user does, with the same questions, and starts again. */
export function restart({ isSafe }: { isSafe: boolean }): void {
  stay();
  const args = process.argv.slice(1).filter((argument) => !dropped.includes(argument));
  relaunch = () =>
    app.relaunch({
      // The program in an AppImage is gone when the AppImage ends.
      execPath: process.env['APPIMAGE'] ?? process.execPath,
      args: isSafe ? [...args, safeModeSwitch] : args,
    });
  app.once('will-quit', relaunch);
  app.quit();
}

/** The user decided not to quit. */
export function stay(): void {
  if (relaunch) app.off('will-quit', relaunch);
  relaunch = null;
}
