import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPage } from '#lib/lazy-page';
import { t } from '../../test/support/english';
import { show } from '../../test/support/window/show';
import { PaneBoundary } from './fault-notice';

afterEach(() => vi.restoreAllMocks());

/** React reports what a boundary has caught, and the boundary itself does. */
function quiet(): void {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('reportError', () => undefined);
}

const reloadButton = () => screen.findByRole('button', { name: t('ui.reload.page') });

test('a page whose code could not be loaded is loaded with the window, which alone tries again', async () => {
  quiet();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const Page = lazyPage(() => Promise.reject(new Error('no such file')));
  const { user } = show(
    <PaneBoundary pane="page">
      <Page />
    </PaneBoundary>,
  );
  await user.click(await reloadButton());
  expect(reload).toHaveBeenCalledOnce();
});

test('another error of a page is tried again in its place', async () => {
  quiet();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  let isBroken = true;
  const Page = () => {
    if (isBroken) throw new Error('broken');
    return <p>the page</p>;
  };
  const { user } = show(
    <PaneBoundary pane="page">
      <Page />
    </PaneBoundary>,
  );
  isBroken = false;
  await user.click(await reloadButton());
  expect(screen.getByText('the page')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});
