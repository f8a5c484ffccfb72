import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageDelivery } from './page-delivery';

const html = `<script type="module" crossorigin src="./code/start.js"></script>
<link rel="stylesheet" crossorigin href="./code/start.css">`;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function setup() {
  const delivery = createPageDelivery();
  const state = { isDelivered: false };
  void delivery.delivered.then(() => (state.isDelivered = true));
  const isDelivered = async () => {
    await vi.advanceTimersByTimeAsync(10);
    return state.isDelivered;
  };
  return { delivery, isDelivered };
}

test('a page is delivered when every file that it names was answered', async () => {
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
