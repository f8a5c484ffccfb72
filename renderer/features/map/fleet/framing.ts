import type { FleetExtent, MapFeed } from '#features/fleet-data';
import type { Camera } from '../engine/camera';

/** A map that is being resized is framed again once its size stays the same for this long. */
const refitMs = 150;

/**
 * Frames the fleet when it first appears, and again while it grows from its first positions to all
 * of them, or the window changes its size. Stops once the user has chosen a view.
 */
export class Framing {
  #isViewChosen = false;
  #positions = 0;
  #fittedPositions = 0;
  #refitTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly feed: Pick<MapFeed, 'extent'>,
    private readonly camera: Pick<Camera, 'fit'>,
    private readonly onFramed: () => void,
  ) {}

  /** Whether the map shows what it is meant to show: the fleet, or a view the user chose. */
  get isFramed(): boolean {
    return this.#isViewChosen || this.#fittedPositions > 0 || this.#positions === 0;
  }

  get isViewChosen(): boolean {
    return this.#isViewChosen;
  }

  /** The user chose a view: the fleet is no longer fitted automatically. */
  viewChosen(): void {
    this.#isViewChosen = true;
  }

  /** Frames the next fleet as if it were the first. */
  startOver(): void {
    this.#isViewChosen = false;
    this.#fittedPositions = 0;
  }

  async fleetChanged({ positions }: FleetExtent): Promise<void> {
    this.#positions = positions;
    if (this.#isViewChosen || positions < 2 * this.#fittedPositions || positions === 0) return;
    this.#fittedPositions = positions;
    await this.#fitUnlessChosen();
    this.onFramed();
  }

  resized(): void {
    clearTimeout(this.#refitTimer);
    if (this.#isViewChosen || this.#fittedPositions === 0) return;
    this.#refitTimer = setTimeout(() => void this.#fitUnlessChosen(), refitMs);
  }

  async fitAll(isAnimated: boolean): Promise<void> {
    const box = await this.feed.extent();
    if (box) this.camera.fit(box, isAnimated);
  }

  stop(): void {
    clearTimeout(this.#refitTimer);
  }

  async #fitUnlessChosen(): Promise<void> {
    const box = await this.feed.extent();
    // The user may have chosen a view before the worker answered.
    if (box && !this.#isViewChosen) this.camera.fit(box, false);
  }
}
