/** The devices with the highest scores of one sweep over the fleet, highest first. */
export interface ScoreQueue {
  /** Offers a device of the sweep in progress. */
  offer(device: number, score: number): void;
  /** Ends the sweep: its devices replace those of the last one. */
  finish(): void;
  /** The device with the highest score that `isValid`; -1: none. Drops those before it. */
  head(isValid: (device: number) => boolean): number;
  /** The score of the head. */
  score(): number;
  /** Drops all devices, also those of the sweep in progress. */
  clear(): void;
}

/** Keeps at most `capacity` devices of a sweep. Equal scores are ordered by number, so that plans repeat. */
export function createScoreQueue(capacity: () => number): ScoreQueue {
  /** A heap with the lowest score first. */
  let scores: number[] = [];
  let devices: number[] = [];
  let ready: { device: number; score: number }[] = [];
  let next = 0;

  const isBefore = (a: number, b: number) =>
    scores[a]! < scores[b]! || (scores[a] === scores[b] && devices[a]! > devices[b]!);

  function swap(a: number, b: number): void {
    [scores[a], scores[b]] = [scores[b]!, scores[a]!];
    [devices[a], devices[b]] = [devices[b]!, devices[a]!];
  }

  function up(from: number): void {
    for (let child = from; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!isBefore(child, parent)) return;
      swap(child, parent);
      child = parent;
    }
  }

  function down(): void {
    for (let parent = 0; ;) {
      let child = 2 * parent + 1;
      if (child >= scores.length) return;
      if (child + 1 < scores.length && isBefore(child + 1, child)) child++;
      if (!isBefore(child, parent)) return;
      swap(child, parent);
      parent = child;
    }
  }

  return {
    offer: (device, score) => {
      if (scores.length < capacity()) {
        scores.push(score);
        devices.push(device);
        up(scores.length - 1);
      } else if (score > scores[0]!) {
        scores[0] = score;
        devices[0] = device;
        down();
      }
    },
    finish: () => {
      ready = scores
        .map((score, i) => ({ score, device: devices[i]! }))
        .toSorted((a, b) => b.score - a.score || a.device - b.device);
      next = 0;
      scores = [];
      devices = [];
    },
    head: (isValid) => {
      while (next < ready.length && !isValid(ready[next]!.device)) next++;
      return ready[next]?.device ?? -1;
    },
    score: () => ready[next]?.score ?? 0,
    clear: () => {
      ready = [];
      next = 0;
      scores = [];
      devices = [];
    },
  };
}
