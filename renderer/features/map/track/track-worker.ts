import {
  serveTracks,
  type FromTrackWorker,
  type ToTrackWorker,
  type TrackLineEnd,
} from './track-worker-host';

serveTracks(globalThis as unknown as TrackLineEnd<FromTrackWorker, ToTrackWorker>, (run) => {
  setTimeout(run, 0);
});
