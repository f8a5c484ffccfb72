// A pointer and a caption drawn into the page for the recording, because a picture of a page has neither.

/** The pointer moves on, and a letter is typed, about so often. */
const stepSeconds = 0.125;

/** Adds both to the page. */
export async function addPointer(page) {
  await page.evaluate(() => {
    const layer = document.createElement('div');
    layer.id = 'recording';
    layer.setAttribute('aria-hidden', 'true');
    Object.assign(layer.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '99999',
      pointerEvents: 'none',
    });
    const caption = document.createElement('div');
    Object.assign(caption.style, {
      position: 'absolute',
      left: '50%',
      bottom: '44px',
      transform: 'translateX(-50%)',
      padding: '10px 22px',
      borderRadius: '8px',
      background: '#10243e',
      color: '#ffffff',
      font: '600 22px "Noto Sans", sans-serif',
      visibility: 'hidden',
    });
    const namespace = 'http://www.w3.org/2000/svg';
    const pointer = document.createElementNS(namespace, 'svg');
    pointer.setAttribute('width', '26');
    pointer.setAttribute('height', '34');
    const arrow = document.createElementNS(namespace, 'path');
    arrow.setAttribute('d', 'M2 2 L2 26 L8.5 20 L13 31 L18 29 L13.5 18.5 L22 18 Z');
    arrow.setAttribute('fill', '#000000');
    arrow.setAttribute('stroke', '#ffffff');
    arrow.setAttribute('stroke-width', '2');
    pointer.append(arrow);
    Object.assign(pointer.style, { position: 'absolute', left: '60%', top: '60%' });
    layer.append(caption, pointer);
    document.body.append(layer);
  });
}

/** Moves the pointer, clicks, types and shows captions; `hold(t)` records t seconds. */
export function createDirector(page, hold) {
  let at = { x: 720, y: 450 };
  const place = (point) =>
    page.evaluate(({ x, y }) => {
      const pointer = document.querySelector('#recording svg');
      pointer.style.left = `${x}px`;
      pointer.style.top = `${y}px`;
    }, point);
  const moveTo = async (target, duration, position) => {
    await target.waitFor();
    const box = await target.boundingBox();
    const to = {
      x: box.x + (position?.x ?? box.width / 2),
      y: box.y + (position?.y ?? box.height / 2),
    };
    const from = at;
    const steps = Math.round(duration / stepSeconds);
    for (let i = 1; i <= steps; i += 1) {
      const share = i / steps;
      at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await place(at);
      await hold(stepSeconds);
    }
  };
  return {
    moveTo,
    click: async (target, duration, position) => {
      await moveTo(target, duration, position);
      await target.click(position ? { position } : undefined);
    },
    type: async (texts, fill) => {
      for (const text of texts) {
        await fill(text);
        await hold(stepSeconds);
      }
    },
    say: (text) =>
      page.evaluate((shown) => {
        const caption = document.querySelector('#recording div');
        caption.textContent = shown;
        caption.style.visibility = 'visible';
      }, text),
  };
}
