import type { Coordinates } from '#shared/domain/coordinates';
import type { FleetExtent, MapDevice, MapFeed } from '#engines/fleet';
import { boxAround, placeAt, streetZoom, type Camera, type MapView, type Place } from './camera';

interface FleetCameraOptions {
  feed: Pick<MapFeed, 'extent' | 'locate'>;
  camera: Pick<Camera, keyof Camera>;
  onFramed: () => void;
  /** `isOther`: another device was selected. */
  onFollowChanged: (isFollowing: boolean, isOther: boolean) => void;
}

/**
 * What the map of the fleet shows: the devices that match until the user chooses something else, then the
 * selected device, then what the user moved the map to. What was asked for last counts.
 */
export class FleetCamera {
  #shows: 'fleet' | 'device' | 'view' = 'fleet';
  /** The open account; null: none is, or it is not known yet. */
  #account: string | null = null;
  #fleet: FleetExtent | null = null;
  #framed: FleetExtent | null = null;
  #selected: MapDevice | null = null;
  /**
   * Selected on the map itself, where it stays in view, or in a view that was restored: it is not brought to
   * the middle.
   */
  #placed: { id: string; isHeld: boolean } | null = null;
  #isFollowing = false;
  /** null until it is on the map. */
  #followedId: string | null = null;
  /** What was shown before a filter was set; `view` null: the whole fleet. */
  #beforeFilter: { view: MapView | null } | null = null;
  /** What is asked of the worker arrives later: that of earlier commands is ignored. */
  #command = 0;

  constructor(private readonly options: FleetCameraOptions) {}

  /** Whether the map shows what it is meant to show. */
  get isFramed(): boolean {
    return this.#shows !== 'fleet' || this.#framed !== null || !this.#fleet?.positions;
  }

  /** What to restore later; null: the fleet. */
  get chosenView(): MapView | null {
    return this.#shows === 'fleet' ? null : this.options.camera.view();
  }

  /** Shows what the account had on screen (`view` null: its fleet); while `account` is null, the next fleet. */
  open(account: string | null, view: MapView | null, selected: string | null): void {
    this.#account = account;
    if (view) {
      this.#placed = selected === null ? null : { id: selected, isHeld: false };
      this.#show('view');
      this.options.camera.setView(view);
      // Its filter may have been restored since.
    } else if (this.#fleet?.account === account && this.#shows === 'fleet') void this.#frameAll();
  }

  /** A fleet appeared, has many more positions, or is known as a whole. */
  fleetChanged(fleet: FleetExtent): void {
    this.#fleet = fleet;
    const { account, positions, isChecked } = fleet;
    // A fleet can arrive before its account is opened, or after that.
    if (this.#account !== null && account !== this.#account) return;
    const framed = this.#framed?.account === account ? this.#framed : null;
    const isGrown = positions >= 2 * (framed?.positions ?? 0);
    const isWhole = isChecked && !framed?.isChecked;
    if (this.#shows === 'fleet' && (isGrown || isWhole)) void this.#frameAll();
  }

  /** The selected device as it is drawn; null: none is. */
  selectedShown(device: MapDevice | null): void {
    const before = this.#selected;
    this.#selected = device;
    if (device?.id !== before?.id) return this.#selectedOther(device);
    if (!device || (device.x === before?.x && device.y === before.y)) return;
    if (this.#isFollowing) this.options.camera.centre(device);
    else if (this.#shows === 'device') this.options.camera.keepInView(device);
  }

  /** A device was clicked on the map. */
  selectedOnMap(id: string): void {
    if (id !== this.#selected?.id) this.#placed = { id, isHeld: true };
  }

  /** Follows the selected device, or ends following. */
  follow(isOn: boolean): void {
    this.#followedId = isOn ? (this.#selected?.id ?? null) : null;
    if (isOn && this.#selected) this.#showDevice(this.#selected);
    this.#setFollowing(isOn);
  }

  /** Shows a device again; resolves to false if it has no position. */
  async reveal(id: string): Promise<boolean> {
    this.#show('device');
    const command = this.#command;
    const device = await this.options.feed.locate(id);
    if (device && command === this.#command) this.#showDevice(device);
    return device !== null;
  }

  goTo(at: Coordinates): void {
    this.moved();
    this.options.camera.centre(placeAt(at), streetZoom);
  }

  /** Shows several places at once. */
  goToAll(places: readonly Coordinates[]): void {
    this.moved();
    const box = boxAround(places);
    if (box) this.options.camera.fit(box);
  }

  /** Other parts of the map are covered: what is shown comes to the middle of the rest. */
  coverChanged(): void {
    this.options.camera.coverChanged();
  }

  /** Zooms in until a cluster separates. */
  expand(place: Place, zoom: number): void {
    this.#show('view');
    this.options.camera.expand(place, zoom);
  }

  zoomBy(steps: number): void {
    if (this.#shows === 'fleet') this.#show('view');
    this.options.camera.zoomBy(steps);
  }

  /** Shows the devices that match. */
  fitAll(): void {
    this.#setFollowing(false);
    void this.#frame(true);
  }

  /**
   * Other devices match: shows them, unless a device is followed. Without a filter the map returns to what it
   * showed before, unless the user has chosen something else since.
   */
  filterChanged(isFiltered: boolean): void {
    if (this.#isFollowing) return;
    const before = this.#beforeFilter;
    this.#beforeFilter = isFiltered ? (before ?? { view: this.chosenView }) : null;
    if (isFiltered || (this.#shows === 'fleet' && !before?.view)) void this.#frame(true);
    else if (this.#shows === 'fleet' && before?.view) {
      this.#show('view');
      this.options.camera.setView(before.view, true);
    }
  }

  /** The user moved the map. */
  moved(): void {
    this.#setFollowing(false);
    this.#show('view');
  }

  #selectedOther(device: MapDevice | null): void {
    const { camera } = this.options;
    const placed = device && this.#placed?.id === device.id ? this.#placed : null;
    if (device) this.#placed = null;
    if (this.#isFollowing) this.#followedId ??= device?.id ?? null;
    // Following belongs to one device: it never continues with the next that is selected.
    if (this.#followedId !== (device?.id ?? null)) this.#setFollowing(false, true);
    if (!device) {
      if (this.#shows === 'device') this.#show('view');
    } else if (!placed) this.#showDevice(device);
    else if (placed.isHeld) {
      this.#show('device');
      camera.hold(device);
    }
  }

  #showDevice(device: MapDevice): void {
    this.#show('device');
    this.options.camera.centre(device, streetZoom);
  }

  #show(what: 'fleet' | 'device' | 'view'): void {
    this.#command += 1;
    this.#shows = what;
    if (what === 'view') this.options.camera.release();
  }

  /** Shows the fleet as it appears and grows. */
  async #frameAll(): Promise<void> {
    const fleet = this.#fleet!;
    if (fleet.positions === 0) return;
    this.#framed = fleet;
    await this.#frame(false);
    this.options.onFramed();
  }

  async #frame(isAnimated: boolean): Promise<void> {
    this.#show('fleet');
    const command = this.#command;
    const box = await this.options.feed.extent();
    // The user may have chosen something else before the worker answered.
    if (box && command === this.#command) this.options.camera.fit(box, { isAnimated });
  }

  #setFollowing(isOn: boolean, isOther = false): void {
    if (isOn === this.#isFollowing) return;
    this.#isFollowing = isOn;
    this.options.camera.pin(isOn);
    this.options.onFollowChanged(isOn, isOther);
  }
}
