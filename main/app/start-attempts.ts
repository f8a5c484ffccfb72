import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const attemptsSchema = z.object({ failed: z.number().int().min(0) });

/** So many starts in a row that ended before anything was on the screen are not a coincidence. */
const tooMany = 2;

/**
 * Counts the starts that ended before something was on the screen: a graphics driver, a map style or what was on
 * screen last can cause that at every start. A file that cannot be read or written counts nothing.
 */
export class StartAttempts {
  constructor(private readonly file: string) {}

  /** A start begins. Returns whether those before it failed. */
  begin(): boolean {
    const failed = this.#failed();
    this.#try(() => writeFileSync(this.file, JSON.stringify({ failed: failed + 1 })));
    return failed >= tooMany;
  }

  /** It is on the screen. */
  succeeded(): void {
    this.#try(() => rmSync(this.file, { force: true }));
  }

  #failed(): number {
    try {
      return attemptsSchema.parse(JSON.parse(readFileSync(this.file, 'utf8'))).failed;
    } catch {
      return 0;
    }
  }

  #try(write: () => void): void {
    try {
      write();
    } catch {
      // The start does not depend on it.
    }
  }
}
