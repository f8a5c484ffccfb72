import type { Page } from '@playwright/test';

/** More stops than any page of a small account has: a focus that is trapped does not come round. */
const mostStops = 400;

/**
 * What is wrong with walking through the window by Tab, as it is: controls that are not reached and belong to no
 * group of controls that the arrow keys move in, stops whose focus cannot be seen, and a focus that does not come
 * round. `within`: through what has opened and has the focus, which the focus must not leave.
 */
export async function keyboardFaults(page: Page, within?: string): Promise<string[]> {
  await page.evaluate(startWalk, within ?? null);
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(noteStop)) return page.evaluate(faultsOfWalk);
  }
  return [`the focus does not come round within ${mostStops} stops`];
}

interface Walk {
  stops: Set<Element>;
  last: { element: Element; focused: string } | null;
  unseen: string[];
  /** What has opened; null: the whole window. */
  within: Element | null;
}
declare global {
  // oxlint-disable-next-line no-var
  var keyboardWalk: Walk;
}

/** Runs in the window. */
function startWalk(selector: string | null): void {
  const opened = selector === null ? null : [...document.querySelectorAll(selector)];
  const within = opened?.findLast((element) => element.checkVisibility()) ?? null;
  globalThis.keyboardWalk = { stops: new Set(), last: null, unseen: [], within };
  if (!within && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Runs in the window: true once the walk has come round. */
function noteStop(): boolean {
  const walk = globalThis.keyboardWalk;
  // What fades in is judged as it will look.
  for (const animation of document.getAnimations()) animation.finish();
  const styleOf = (element: Element, pseudo?: string) => {
    const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(element, pseudo);
    return [outline, boxShadow, borderColor, backgroundColor].join();
  };
  // The frame of a field may be drawn by an element around it, and a switch beside its input.
  const lookOf = (element: Element) => {
    const around = [element.nextElementSibling];
    for (let each: Element | null = element; each && around.length < 5; each = each.parentElement) {
      around.push(each);
    }
    return around.flatMap((each) => (each ? [styleOf(each), styleOf(each, '::after')] : [])).join();
  };
  const element = document.activeElement;
  // A focus that stays, where nothing else takes it, looks the same.
  const hasLeft = walk.last !== null && walk.last.element !== element;
  if (walk.last && hasLeft && lookOf(walk.last.element) === walk.last.focused) {
    walk.unseen.push(walk.last.element.outerHTML.slice(0, 160));
  }
  const isRound = !element || element === document.body || walk.stops.has(element);
  walk.last = isRound ? null : { element, focused: lookOf(element) };
  if (!isRound) walk.stops.add(element);
  return isRound && walk.stops.size > 0;
}

/** Runs in the window. */
function faultsOfWalk(): string[] {
  const { stops, unseen, within } = globalThis.keyboardWalk;
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  // The arrow keys also move through the days of the calendar.
  const groups =
    '.mantine-DatePicker-month, [role=grid], [role=table], [role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=tree]';
  const hasStop = (group: Element | null) =>
    group !== null && [...stops].some((stop) => group.contains(stop));
  const isUsable = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.matches(':disabled, [aria-disabled=true], [aria-hidden=true]') &&
    element.closest('[inert], [aria-hidden=true]') === null;
  const left = within ? [...stops].filter((stop) => !within.contains(stop)) : [];
  const missed = [...(within ?? document).querySelectorAll(controls)].filter(
    (element) => isUsable(element) && !stops.has(element) && !hasStop(element.closest(groups)),
  );
  return [
    ...missed.map((element) => `not reached: ${element.outerHTML.slice(0, 160)}`),
    ...left.map((element) => `left for: ${element.outerHTML.slice(0, 160)}`),
    ...unseen.map((html) => `focus not seen: ${html}`),
  ];
}
