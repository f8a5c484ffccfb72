// From a keystroke in the search box until the new number of matches is painted, in the window itself.
// Waypost's result comes from a worker, so the next frame would be too early: the changed number is the sign.

const digits = ['9', '8', '7'];
const settleMs = 3000;

/** Runs in the window: records for each key the time from its event to the frame with another number. */
function watch({ box, count }) {
  const times = [];
  let pressedAt = null;
  box.addEventListener('keydown', (event) => {
    pressedAt = event.timeStamp;
  });
  const observer = new MutationObserver(() => {
    if (pressedAt === null) return;
    const from = pressedAt;
    pressedAt = null;
    requestAnimationFrame(() => {
      // A message posted in a frame arrives after that frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - from);
      port2.postMessage(null);
    });
  });
  observer.observe(count, { subtree: true, childList: true, characterData: true });
  return times;
}

async function press(page, key, times) {
  const before = await times.evaluate((list) => list.length);
  await page.keyboard.press(key);
  await page.waitForFunction(([list, had]) => list.length > had, [times, before]);
}

/** Types three digits and deletes them, `rounds` times; the first round is not counted. */
export async function measureSearch({ page, rounds }) {
  const box = page.getByRole('searchbox', { name: 'Search devices' });
  const count = page.getByText(/^[\d,. ]+ of [\d,. ]+$/).first();
  await count.waitFor();
  await page.waitForTimeout(settleMs);
  await box.fill('');
  await box.click();
  const handles = { box: await box.elementHandle(), count: await count.elementHandle() };
  const times = await page.evaluateHandle(watch, handles);
  const keys = [...digits, ...digits.map(() => 'Backspace')];
  for (let round = 0; round <= rounds; round += 1) {
    for (const key of keys) await press(page, key, times);
  }
  const all = await times.jsonValue();
  return all.slice(keys.length);
}
