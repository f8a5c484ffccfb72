import { useEffect, useRef, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { createAccountStore } from '#lib/account-scope';

export const playbackSpeeds = [1, 5, 10, 30, 60, 120, 300, 600] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

interface CursorState {
  /** The moment shown by map and charts, epoch milliseconds; null: none. */
  at: number | null;
  isPlaying: boolean;
  speed: PlaybackSpeed;
  isFollowing: boolean;
  /** Playback leaves out the times in which no device is on a trip. */
  isSkippingStops: boolean;
}

/** The cursor shared by map, charts and tables. It changes with each frame, too often for React. */
export const cursorStore = createAccountStore<CursorState>({
  at: null,
  isPlaying: false,
  speed: 60,
  isFollowing: true,
  isSkippingStops: false,
});

/** The times within a range in which none of these trips takes place, in order. */
export function timesWithoutTrips(trips: readonly Range[], range: Range): Range[] {
  const times: Range[] = [];
  let at = range.from;
  for (const { from, to } of trips.toSorted((a, b) => a.from - b.from)) {
    if (from > at) times.push({ from: at, to: Math.min(from, range.to) });
    at = Math.max(at, to);
  }
  if (at < range.to) times.push({ from: at, to: range.to });
  return times;
}

/**
 * The cursor after some time of playback, which stops at the end of the range. It jumps to the end of a
 * skipped time.
 */
export function advance(
  { at, speed }: Pick<CursorState, 'at' | 'speed'>,
  elapsedMs: number,
  range: Range,
  skipped: readonly Range[] = [],
): Pick<CursorState, 'at' | 'isPlaying'> {
  const start = at === null || at < range.from ? range.from : at;
  const played = start + elapsedMs * speed;
  const next = skipped.find(({ from, to }) => from <= played && played < to)?.to ?? played;
  return next >= range.to ? { at: range.to, isPlaying: false } : { at: next, isPlaying: true };
}

/** Plays or pauses; starts again from the beginning at the end of the range. */
export function togglePlaying(range: Range): void {
  const { isPlaying, at } = cursorStore.getState();
  if (isPlaying) cursorStore.setState({ isPlaying: false });
  else {
    const isAtEnd = at === null || at >= range.to || at < range.from;
    cursorStore.setState({ isPlaying: true, at: isAtEnd ? range.from : at });
  }
}

/** Moves the cursor on user input, which stops playback. */
export function pointAt(at: number | null): void {
  cursorStore.setState({ at, isPlaying: false });
}

/** Moves the cursor to the moment under the pointer, except during playback. */
export function hoverAt(at: number): void {
  if (!cursorStore.getState().isPlaying) cursorStore.setState({ at });
}

/** Advances the cursor with each frame during playback; `idle` is left out if the user chose so. */
export function usePlayback(range: Range | null, idle: readonly Range[]): void {
  const skippable = useRef(idle);
  useEffect(() => {
    skippable.current = idle;
  }, [idle]);
  useEffect(() => {
    if (!range) return;
    let frame = 0;
    let last = 0;
    const step = (now: number) => {
      const state = cursorStore.getState();
      if (state.isPlaying) {
        const skipped = state.isSkippingStops ? skippable.current : [];
        cursorStore.setState(advance(state, last === 0 ? 0 : now - last, range, skipped));
      }
      last = cursorStore.getState().isPlaying ? now : 0;
      frame = last === 0 ? 0 : requestAnimationFrame(step);
    };
    const begin = () => {
      if (frame === 0 && cursorStore.getState().isPlaying) frame = requestAnimationFrame(step);
    };
    const stop = cursorStore.subscribe(begin);
    begin();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [range]);
  useEffect(() => () => cursorStore.setState({ isPlaying: false }), []);
}

/** How often text shows the cursor. */
const textEveryMs = 150;

/** The cursor for text in React, throttled to a few updates a second. */
export function useCursorAt(): number | null {
  const [at, setAt] = useState(() => cursorStore.getState().at);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = cursorStore.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = null;
        setAt(cursorStore.getState().at);
      }, textEveryMs);
    });
    setAt(cursorStore.getState().at);
    return () => {
      stop();
      if (timer) clearTimeout(timer);
    };
  }, []);
  return at;
}
