import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings } from '#shared/domain/settings';
import type { FleetClient } from '#engines/fleet';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { askForReport } from '#features/history';
import { showAccount } from '#lib/account-scope';
import { toasts } from '#lib/toasts';
import { t } from '../../../test/support/english';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { ReportDialog } from './report-dialog';
import type { drawReportMaps } from './report-maps';

const draw = vi.hoisted(() => vi.fn<typeof drawReportMaps>());
vi.mock('./report-maps', () => ({ drawReportMaps: draw }));

beforeEach(() => showAccount('ana'));
afterEach(() => showAccount(null));

const day = { from: '2026-11-25', to: '2026-11-25' };

function showDialog() {
  const client = {
    subscribe: () => undefined,
    labels: (ids: readonly string[]) => Promise.resolve(ids.map(() => 'Van 9')),
  } as unknown as FleetClient;
  return show(
    <FleetProvider value={createFleetStore(client, window.localStorage)}>
      <ReportDialog />
    </FleetProvider>,
  );
}

/** What main is asked to write and to remember. */
function asked(): { written: unknown[]; settings: unknown[] } {
  const calls = { written: [] as unknown[], settings: [] as unknown[] };
  answer('settings', {
    change: (change) => {
      calls.settings.push(change);
      return { ...defaultSettings, ...change };
    },
  });
  answer('reports', {
    write: (request) => {
      calls.written.push(request);
      return { id: 'w1', file: '/home/ana/Van 9 report.pdf', rows: 1 };
    },
  });
  return calls;
}

test('the day on screen is written with the name of the company, which is remembered', async () => {
  const calls = asked();
  const { user } = showDialog();
  askForReport({ deviceIds: ['van-9'], days: day, timeZone: 'Europe/Zagreb' });
  await user.type(await screen.findByLabelText(t('reports.company')), ' Sea & Sons ');
  await user.click(screen.getByRole('checkbox', { name: t('reports.content.map') }));
  await user.click(screen.getByRole('button', { name: t('reports.save.pdf') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual({
    written: [
      {
        deviceIds: ['van-9'],
        days: day,
        timeZone: 'Europe/Zagreb',
        format: 'pdf',
        company: 'Sea & Sons',
        withAlerts: false,
        withCoordinates: false,
        maps: [],
      },
    ],
    settings: [{ reportCompany: 'Sea & Sons' }],
  });
  expect(toasts.getState().shown).toMatchObject([{ title: 'Saved as Van 9 report.pdf' }]);
});

test('a picture is of one day of one device, and a day before the first is refused', async () => {
  asked();
  const { user } = showDialog();
  askForReport({ deviceIds: ['van-9'], days: day });
  await user.click(await screen.findByText(t('reports.format.png')));
  await screen.findByRole('button', { name: t('reports.save.png') });
  const until = screen.getByRole('textbox', { name: t('reports.to') });
  const type = async (text: string) => {
    await user.clear(until);
    await user.type(until, text);
    await user.tab();
  };
  await type('26 Nov 2026');
  expect(await screen.findByRole('button', { name: t('reports.save.pdf') })).toBeTruthy();
  await type('24 Nov 2026');
  expect(await screen.findByText(t('reports.days.order'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
});

test('after another account was opened, what was drawn for the one before is not written', async () => {
  const calls = asked();
  const { user } = showDialog();
  askForReport({ deviceIds: ['van-9'], days: day });
  const drawing = Promise.withResolvers<void>();
  draw.mockImplementation(async ({ signal }) => {
    await drawing.promise;
    return { ok: true, value: signal.aborted ? null : [] };
  });
  await user.click(await screen.findByRole('button', { name: t('reports.save.pdf') }));
  act(() => showAccount('ben'));
  await act(async () => drawing.resolve());
  expect(draw).toHaveBeenCalledOnce();
  expect(calls.written).toEqual([]);
});

test('what was typed stays while the devices are chosen', async () => {
  asked();
  const { user } = showDialog();
  askForReport({ deviceIds: ['van-9'], days: day });
  await user.type(await screen.findByLabelText(t('reports.company')), 'Sea');
  const devices = screen.getByRole('combobox', { name: t('reports.devices') });
  await user.selectOptions(devices, t('reports.devices.pick'));
  expect(screen.queryByLabelText(t('reports.company'))).toBeNull();
  await user.selectOptions(devices, 'Van 9');
  expect(screen.getByLabelText(t('reports.company'))).toHaveProperty('value', 'Sea');
});
