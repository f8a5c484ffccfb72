import type { Page } from '@playwright/test';
import type Electron from 'electron';
import type { App } from './app';
import { inMain } from './in-main.mjs';

/**
 * What is wrong with the layout of the window as it is: controls that something covers or that lie outside
 * the window, text that is cut off without a way to read it, texts over each other, text below 12 px, and a
 * page that scrolls horizontally.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults);
}

export interface Size {
  /** In pixels of the screen. */
  width: number;
  height: number;
  /** 1: not enlarged. */
  zoom: number;
}
export const smallest: Size = { width: 900, height: 640, zoom: 1 };
export const usual: Size = { width: 1440, height: 900, zoom: 1 };
export const zoomed: Size = { width: 1440, height: 900, zoom: 2 };
export const sizes = [smallest, { width: 2560, height: 1440, zoom: 1 }, zoomed, usual];

/** Gives the window this size, and waits until it has it. */
export async function resize({ electron, page }: App, size: Size): Promise<void> {
  const setSize = ({ BrowserWindow }: typeof Electron, { width, height, zoom }: Size) => {
    const [window] = BrowserWindow.getAllWindows();
    window!.setContentSize(width, height);
    window!.webContents.setZoomFactor(zoom);
  };
  await inMain(electron, setSize, size);
  await page.waitForFunction((width) => window.innerWidth === width, size.width / size.zoom);
}

/** Faults that stay: what opens is drawn once before it has its place. */
export async function settledFaults(page: Page, find = layoutFaults): Promise<string[]> {
  let faults = await find(page);
  for (const until = Date.now() + 10_000; faults.length > 0 && Date.now() < until;) {
    faults = await find(page);
  }
  return faults;
}

type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Runs in the window. */
function findFaults(): string[] {
  const faults = new Set<string>();
  const edge = 1.5;
  const leastPx = 12;
  const interactive = [
    'a[href]',
    'button',
    'input',
    'select',
    'textarea',
    'summary',
    ...['button', 'link', 'tab', 'checkbox', 'radio', 'switch', 'slider', 'combobox'].map(
      (role) => `[role=${role}]`,
    ),
    ...['menuitem', 'option', 'searchbox', 'textbox'].map((role) => `[role=${role}]`),
  ].join(',');

  const nameOf = (element: Element) => {
    const text = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
    return `${element.tagName.toLowerCase()} “${text || (element.getAttribute('class') ?? '')}”`;
  };
  const isForScreenReaders = (element: Element) =>
    getComputedStyle(element).clipPath === 'inset(50%)' ||
    (element.clientWidth === 1 && element.clientHeight === 1 && clips(element));
  // Asked for each element with all that it is in.
  const inHidden = new Map<Element, boolean>();
  const isInHidden = (element: Element): boolean => {
    const known = inHidden.get(element);
    if (known !== undefined) return known;
    const { parentElement } = element;
    const isHidden =
      isForScreenReaders(element) || (parentElement !== null && isInHidden(parentElement));
    inHidden.set(element, isHidden);
    return isHidden;
  };
  const isDrawn = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    // Text for screen readers is one pixel large, or in a box that is.
    return width > 2 && height > 2 && !isInHidden(element) && !element.closest('[inert]');
  };
  const scrolls = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return /auto|scroll/.test(`${overflowX} ${overflowY}`);
  };
  const clips = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflow);
  const ancestorsOf = (element: Element) => {
    const found: Element[] = [];
    for (let each = element.parentElement; each; each = each.parentElement) found.push(each);
    return found;
  };
  // Below what floats nothing can be reached, and nothing needs to be.
  const floating = '[aria-modal=true], [role=dialog], [role=menu], [role=listbox]';
  const dialogs = [...document.querySelectorAll(floating)].filter(isDrawn);
  const root = dialogs.at(-1) ?? document.body;

  function checkControl(control: Element) {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isOutside =
      left < -edge || top < -edge || right > innerWidth + edge || bottom > innerHeight + edge;
    if (isOutside) faults.add(`outside the window: ${nameOf(control)}`);
    const inset = Math.min(4, (right - left) / 3, (bottom - top) / 3);
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ] as const;
    for (const [x, y] of points) {
      const hit = document.elementFromPoint(x, y);
      if (!hit || control.contains(hit) || hit.contains(control)) continue;
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      if (labels.some((label) => label.contains(hit))) continue;
      // The icons and buttons inside a field belong to it.
      if (control.parentElement?.contains(hit) && control.matches('input, select, textarea'))
        continue;
      faults.add(`covered: ${nameOf(control)} by ${nameOf(hit.closest(interactive) ?? hit)}`);
    }
  }

  const textBoxes: { element: Element; rect: Edges }[] = [];
  function checkText(element: Element) {
    const { fontSize, textOverflow } = getComputedStyle(element);
    if (Number.parseFloat(fontSize) < leastPx) faults.add(`${fontSize}: ${nameOf(element)}`);
    const isReadable = element.closest('[title]') !== null;
    const isShortened = textOverflow === 'ellipsis' && isReadable;
    if (clips(element) && element.scrollWidth > element.clientWidth + 1 && !isShortened)
      faults.add(`cut off: ${nameOf(element)}`);
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    let shown = { left: text.left, top: text.top, right: text.right, bottom: text.bottom };
    let isScrolled = false;
    for (const ancestor of [element, ...ancestorsOf(element)]) {
      const doesScroll = scrolls(ancestor);
      if (!doesScroll && !clips(ancestor)) continue;
      const box = ancestor.getBoundingClientRect();
      // A part of a line for which there is no room is left out whole.
      if (!doesScroll && !isScrolled && shown.top >= box.bottom - edge) return;
      const isCut =
        shown.left < box.left - edge ||
        shown.right > box.right + edge ||
        shown.bottom > box.bottom + 4;
      const isEllipsis = getComputedStyle(ancestor).textOverflow === 'ellipsis' && isReadable;
      if (isCut && !doesScroll && !isScrolled && !isEllipsis)
        faults.add(`cut off: ${nameOf(element)}`);
      isScrolled ||= doesScroll;
      shown = {
        left: Math.max(shown.left, box.left),
        top: Math.max(shown.top, box.top),
        right: Math.min(shown.right, box.right),
        bottom: Math.min(shown.bottom, box.bottom),
      };
    }
    if (shown.right <= shown.left || shown.bottom <= shown.top) return;
    if (shown.right > innerWidth + edge || shown.bottom > innerHeight + edge)
      faults.add(`text outside the window: ${nameOf(element)}`);
    // What is sticky or floats lies over the text below it on purpose.
    const middle = document.elementFromPoint(
      (shown.left + shown.right) / 2,
      (shown.top + shown.bottom) / 2,
    );
    const isOnTop = middle && (element.contains(middle) || middle.contains(element));
    if (isOnTop) textBoxes.push({ element, rect: shown });
    const covering = element.closest('.maplibregl-ctrl') && !isOnTop && middle?.closest('button');
    if (covering) faults.add(`covered: ${nameOf(element)} by ${nameOf(covering)}`);
  }

  function checkOverlaps() {
    for (const [index, first] of textBoxes.entries()) {
      for (const second of textBoxes.slice(index + 1)) {
        if (first.element.contains(second.element) || second.element.contains(first.element))
          continue;
        const a = first.rect;
        const b = second.rect;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 3)
          faults.add(`over each other: ${nameOf(first.element)} and ${nameOf(second.element)}`);
      }
    }
  }

  /** The line of the scale is below its text. */
  function checkScale() {
    const scale = root.querySelector('.maplibregl-ctrl-scale');
    const sources = root.querySelector('.maplibregl-ctrl-attrib');
    if (!scale || !sources || !isDrawn(scale) || !isDrawn(sources)) return;
    const a = scale.getBoundingClientRect();
    const b = sources.getBoundingClientRect();
    const isCovered = a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;
    if (isCovered) faults.add(`over each other: ${nameOf(scale)} and the sources of the map`);
  }

  for (const element of root.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (hasText && isDrawn(element) && !element.closest('option, svg, canvas')) checkText(element);
  }
  checkOverlaps();
  checkScale();
  const positions = [...document.querySelectorAll('*')].filter(scrolls).map((element) => ({
    element,
    top: element.scrollTop,
    left: element.scrollLeft,
  }));
  for (const control of root.querySelectorAll(interactive))
    if (isDrawn(control) && !control.matches('canvas')) checkControl(control);
  for (const { element, top, left } of positions) element.scrollTo({ top, left });
  const page = document.scrollingElement!;
  if (page.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth)
    faults.add(`the page scrolls horizontally: ${page.scrollWidth} px`);
  return [...faults];
}
