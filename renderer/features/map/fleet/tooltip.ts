import type { ClusterMembers, MapDevice } from '#engines/fleet';
import { messages } from '../map-messages';

/** More names than these are counted only. */
export const mostNames = 8;

/** The lines of a tooltip: the first names, and how many more there are. */
export function tooltipLines(first: readonly Pick<MapDevice, 'label'>[], count: number): string[] {
  const lines = first.slice(0, mostNames).map((device) => device.label);
  const more = count - lines.length;
  return more > 0 ? [...lines, messages.andMore(more)] : lines;
}

export const linesOfMembers = ({ first, count }: ClusterMembers) => tooltipLines(first, count);

/** A box beside the pointer. Hidden from screen readers, which have the table. */
export class Tooltip {
  readonly #box = document.createElement('div');

  constructor(
    private readonly container: HTMLElement,
    className: string,
  ) {
    this.#box.className = className;
    this.#box.setAttribute('aria-hidden', 'true');
    this.#box.hidden = true;
    container.append(this.#box);
  }

  show(lines: readonly string[], point: { x: number; y: number }): void {
    this.#box.replaceChildren(
      ...lines.map((text) => {
        const line = document.createElement('div');
        line.textContent = text;
        return line;
      }),
    );
    this.#box.hidden = lines.length === 0;
    const { clientWidth, clientHeight } = this.container;
    // Towards the centre, so that it is not cut off at an edge.
    const left = point.x > clientWidth / 2 ? point.x - this.#box.offsetWidth - 14 : point.x + 14;
    const top = point.y > clientHeight / 2 ? point.y - this.#box.offsetHeight - 10 : point.y + 10;
    this.#box.style.left = `${Math.max(0, left)}px`;
    this.#box.style.top = `${Math.max(0, top)}px`;
  }

  hide(): void {
    this.#box.hidden = true;
  }

  remove(): void {
    this.#box.remove();
  }
}
