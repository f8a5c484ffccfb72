import '#lib/trusted-types';
import { beginFleetWorker } from './first-worker';

// A script of its own, which the page runs before that of the window (`scripts/build.mjs`).
beginFleetWorker();
