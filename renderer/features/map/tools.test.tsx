import { expect, test } from 'vitest';
import type { MapEngine } from '#engines/map';
import { show } from '../../../test/support/window/show';
import { createMapStore } from './store';
import { ToolsMenu } from './tools';

test('the keys of the map count while it is on screen, and not on another page', async () => {
  let isShown = true;
  let fits = 0;
  const engine = {
    isShown: () => isShown,
    camera: { fitAll: () => (fits += 1) },
    focus: () => {},
  } as unknown as MapEngine;
  const store = createMapStore();
  const { user } = show(
    <ToolsMenu
      store={store}
      engine={engine}
      theme="light"
      labels="auto"
      onLabels={() => {}}
      button={null}
    />,
  );
  await user.keyboard('fm');
  expect(fits).toBe(1);
  expect(store.getState().ruler).toEqual({ start: null });
  isShown = false;
  await user.keyboard('fmg');
  expect(fits).toBe(1);
  expect(store.getState()).toMatchObject({ ruler: { start: null }, panel: null });
});
