// Why it is so: docs/decisions/0067-own-map-layers.md
import type { Map as BaseMap } from 'maplibre-gl';

// Without a graphics card, as on most virtual desktops, the processor draws the map: 40 to 300 ms for a frame, in
// which the window shows nothing else. Such a map is as dense as CSS pixels, and what moves by itself asks for a frame
// seldom: positions once a second, and never while the user types or scrolls elsewhere. Where the user moves the map
// or chooses something, it is drawn as it comes.

/** The least time between two frames for devices that moved. */
const everyMs = 1_000;
/** Input outside of the map is followed by more input within this time. */
const restMs = 300;

/** Whether a software renderer draws the map: it copes with a few thousand shapes. */
export function isDrawnBySoftware(map: BaseMap): boolean {
  const gl = map.getCanvas().getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(name));
}

/** Asks a map for frames when its own layers have changed. */
export class Redraws {
  readonly #isSlow: boolean;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #inputAt = Number.NEGATIVE_INFINITY;
  /** The next frame is an answer: devices that move meanwhile do not put it off. */
  #isAnswer = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #prepare = () => {};

  constructor(private readonly map: BaseMap) {
    this.#isSlow = isDrawnBySoftware(map);
    if (!this.#isSlow) return;
    map.on('render', () => {
      this.#drawnAt = performance.now();
      this.#isAnswer = false;
    });
    for (const type of inputs) window.addEventListener(type, this.#noteInput, listening);
    map.on('remove', () => {
      for (const type of inputs) window.removeEventListener(type, this.#noteInput, listening);
      clearTimeout(this.#timer);
    });
  }

  /** How often what takes several frames may change, milliseconds: as names, which MapLibre lays out. */
  get layoutMs(): number {
    return this.#isSlow ? 3 * everyMs : 700;
  }

  /** Milliseconds until the user has paused for so long; 0: now, or there is a graphics card. */
  untilPause(pauseMs: number): number {
    return Math.max(0, this.#inputAt + pauseMs - performance.now());
  }

  /** Called before each frame that is asked for: what else changed with the devices is drawn with it. */
  beforeFrame(prepare: () => void): void {
    this.#prepare = prepare;
  }

  /** `isAnswer`: what changed follows from what the user did with the map, and waits for a pause only. */
  request(isAnswer: boolean): void {
    clearTimeout(this.#timer);
    this.#isAnswer ||= isAnswer;
    const untilDue = this.#isAnswer ? 0 : this.#drawnAt + everyMs - performance.now();
    const wait = this.#isSlow ? Math.max(untilDue, this.untilPause(restMs)) : 0;
    if (wait <= 0) {
      this.#prepare();
      this.map.triggerRepaint();
    } else this.#timer = setTimeout(() => this.request(false), wait);
  }

  readonly #noteInput = ({ target }: Event) => {
    const isOnMap = target instanceof Node && this.map.getContainer().contains(target);
    if (!isOnMap) this.#inputAt = performance.now();
  };
}

const inputs = ['keydown', 'wheel', 'scroll'] as const;
const listening = { capture: true, passive: true };
