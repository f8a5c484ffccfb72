import type { StartMapProcess } from '../features/maps/messages';
import { startUtility } from './utility';

/** A map file that needs more than this to be read was made to exhaust memory. */
const heapMegabytes = 512;

/** Starts the utility process that reads map files. */
export const startMapProcess: StartMapProcess = (listeners) =>
  startUtility({ file: 'maps.mjs', name: 'Waypost maps', heapMegabytes, ...listeners });
