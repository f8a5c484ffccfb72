import type { Target } from '../target';
import { deviceTests } from './devices';
import { groupTests } from './groups';
import { rangeTests } from './ranges';
import { tokenTests } from './token';
import { userTests } from './users';

/** Every test that can be asked of any service. */
export function portableTests(target: Target): void {
  tokenTests(target);
  deviceTests(target);
  rangeTests(target);
  groupTests(target);
  userTests(target);
}
