import { expect, test } from 'vitest';
import { createPageDelivery } from './page-delivery';

const html = `<script type="module" crossorigin src="./code/start.js"></script>
<link rel="stylesheet" crossorigin href="./code/start.css">`;

function setup() {
  const delivery = createPageDelivery();
  const state = { isDelivered: false };
  void delivery.delivered.then(() => (state.isDelivered = true));
  const isDelivered = async () => {
    await Promise.resolve();
    return state.isDelivered;
  };
  return { delivery, isDelivered };
}

test('a page is delivered when the window has every file that it names', async () => {
  const { delivery, isDelivered } = setup();
  delivery.page(html);
  delivery.file('/code/start.js');
  delivery.file('/code/worker.js');
  expect(await isDelivered()).toBe(false);
  delivery.file('/code/start.css');
  expect(await isDelivered()).toBe(true);
});

test('a page without files is delivered at once', async () => {
  const { delivery, isDelivered } = setup();
  expect(await isDelivered()).toBe(false);
  delivery.page('<title>Waypost</title>');
  expect(await isDelivered()).toBe(true);
});
