const radians = Math.PI / 180;
/** Ranges of at most this many towns are searched one by one. */
const leafSize = 6;

/**
 * Finds the nearest of many positions on the earth. A k-d tree of unit vectors: the nearest vector is the
 * nearest position on the sphere, so that 180° and the poles need no special treatment.
 */
export class TownIndex {
  readonly #ids: Uint32Array;
  /** x, y and z of each position, in the order of the tree. */
  readonly #vectors: Float64Array;
  readonly #query = new Float64Array(3);
  #best = 0;
  #bestSquare = Number.POSITIVE_INFINITY;

  /** The index of these positions, in degrees. A hundred thousand take about 40 ms. */
  constructor(latitude: ArrayLike<number>, longitude: ArrayLike<number>) {
    const count = latitude.length;
    this.#ids = new Uint32Array(count).map((_, i) => i);
    this.#vectors = new Float64Array(count * 3);
    for (let i = 0; i < count; i++) writeVector(this.#vectors, i * 3, latitude[i]!, longitude[i]!);
    this.#sort(0, count - 1, 0);
  }

  /** The index of the nearest position, or -1 if there are none. */
  nearest(latitude: number, longitude: number): number {
    const count = this.#ids.length;
    if (count === 0) return -1;
    writeVector(this.#query, 0, latitude, longitude);
    // Consecutive positions are often near each other: the last result is the first bound.
    this.#bestSquare = this.#squareTo(this.#best);
    this.#search(0, count - 1, 0);
    return this.#ids[this.#best]!;
  }

  #squareTo(place: number): number {
    const vectors = this.#vectors;
    const query = this.#query;
    const dx = vectors[place * 3]! - query[0]!;
    const dy = vectors[place * 3 + 1]! - query[1]!;
    const dz = vectors[place * 3 + 2]! - query[2]!;
    return dx * dx + dy * dy + dz * dz;
  }

  #consider(place: number): void {
    const square = this.#squareTo(place);
    if (square >= this.#bestSquare) return;
    this.#bestSquare = square;
    this.#best = place;
  }

  #search(left: number, right: number, axis: number): void {
    if (right - left < leafSize) {
      for (let place = left; place <= right; place++) this.#consider(place);
      return;
    }
    const middle = (left + right) >> 1;
    const offset = this.#query[axis]! - this.#vectors[middle * 3 + axis]!;
    const next = axis === 2 ? 0 : axis + 1;
    this.#consider(middle);
    if (offset <= 0) this.#search(left, middle - 1, next);
    else this.#search(middle + 1, right, next);
    if (offset * offset >= this.#bestSquare) return;
    if (offset <= 0) this.#search(middle + 1, right, next);
    else this.#search(left, middle - 1, next);
  }

  /** Orders a range so that its middle separates smaller from larger values of the axis, recursively. */
  #sort(left: number, right: number, axis: number): void {
    if (right - left < leafSize) return;
    const middle = (left + right) >> 1;
    const next = axis === 2 ? 0 : axis + 1;
    this.#select(left, right, middle, axis);
    this.#sort(left, middle - 1, next);
    this.#sort(middle + 1, right, next);
  }

  /** Quickselect: moves the k-th smallest value of the axis to k. */
  #select(left: number, right: number, k: number, axis: number): void {
    while (left < right) {
      const pivot = this.#vectors[((left + right) >> 1) * 3 + axis]!;
      let i = left;
      let j = right;
      while (i <= j) {
        while (this.#vectors[i * 3 + axis]! < pivot) i++;
        while (this.#vectors[j * 3 + axis]! > pivot) j--;
        if (i <= j) this.#swap(i++, j--);
      }
      if (k <= j) right = j;
      else if (k >= i) left = i;
      else return;
    }
  }

  #swap(a: number, b: number): void {
    const id = this.#ids[a]!;
    this.#ids[a] = this.#ids[b]!;
    this.#ids[b] = id;
    for (let axis = 0; axis < 3; axis++) {
      const value = this.#vectors[a * 3 + axis]!;
      this.#vectors[a * 3 + axis] = this.#vectors[b * 3 + axis]!;
      this.#vectors[b * 3 + axis] = value;
    }
  }
}

function writeVector(to: Float64Array, at: number, latitude: number, longitude: number): void {
  const cosLatitude = Math.cos(latitude * radians);
  to[at] = cosLatitude * Math.cos(longitude * radians);
  to[at + 1] = cosLatitude * Math.sin(longitude * radians);
  to[at + 2] = Math.sin(latitude * radians);
}
