import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AlertEntry } from '#shared/domain/alert';
import type { FleetClient } from '#engines/fleet';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { showAccount } from '#lib/account-scope';
import { clock } from '#lib/clock';
import { t } from '../../../test/support/english';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { AlertsPage } from './alerts-page';
import { showAlertsFromLink, showCallForHelp } from './store';

/** A page whose log main stores, newest first. */
function openPage(first: readonly string[]) {
  let kinds = first;
  const acknowledged = new Map<string, { at: number; note: string }>();
  let revision = 0;
  let isHeld = false;
  let delayed: (() => void)[] | null = null;
  // The newest is first, and each keeps its id and time.
  const place = (index: number) => first.length - kinds.length + index;
  const idAt = (index: number) => `a${place(index)}`;
  const openedAt = clock.now();
  const atOf = (index: number) => openedAt - 60_000 * (place(index) + 1);
  const overview = () => ({
    unacknowledged: kinds.length - acknowledged.size,
    acknowledgedUntil: [],
    urgent: [],
    revision,
    watch: { devices: 1, loaded: 1, oldestAt: null, off: null },
  });
  const entries = (): AlertEntry[] =>
    kinds.map((kind, index) => ({
      id: idAt(index),
      deviceId: 'van',
      at: atOf(index),
      latitude: null,
      longitude: null,
      text: null,
      alerts: [kind],
      channels: { sent: [], notSent: [], isWhole: true },
      asked: null,
      acknowledged: acknowledged.get(idAt(index)) ?? null,
    }));
  const changed = () => {
    if (isHeld) return;
    revision += 1;
    notify.alerts.changed(overview());
  };
  answer('alerts', {
    overview,
    snoozes: () => ({}),
    list: async () => {
      const page = {
        total: kinds.length,
        unacknowledged: kinds.length - acknowledged.size,
        severities: { sos: 0, critical: 0, warning: 0, info: 0 },
        entries: entries(),
        incompleteDevices: 0,
      };
      await new Promise<void>((resolve) => (delayed ? delayed.push(resolve) : resolve()));
      return page;
    },
    acknowledge: ({ ids, note }) => {
      for (const id of ids) acknowledged.set(id, { at: clock.now(), note });
      changed();
    },
    unacknowledge: ({ ids }) => {
      for (const id of ids) acknowledged.delete(id);
      changed();
    },
  });
  answer('history', { fetches: () => [] });
  const client = {
    subscribe: () => () => {},
    labels: () => Promise.resolve(['Van 9']),
    places: () => Promise.resolve([null]),
  } as unknown as FleetClient;
  showAccount(null);
  showAccount('account');
  const { user } = show(
    <FleetProvider value={createFleetStore(client, window.localStorage)}>
      <AlertsPage />
    </FleetProvider>,
  );
  const row = (name: RegExp) => screen.findByRole('row', { name });
  const order = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((each) => each.getAttribute('aria-label')?.split(',')[0]);
  const details = () => screen.findByRole('region', { name: t('alerts.detail') });
  const raise = (kind: string) => {
    kinds = [kind, ...kinds];
    changed();
  };
  /** What changes is not told to the page until it is let go. */
  const hold = (next: boolean) => {
    isHeld = next;
    changed();
  };
  /** From now on the log is read slowly; what lets each answer go. */
  const delay = (): (() => void)[] => (delayed = []);
  return { user, row, order, details, acknowledged, raise, hold, delay, client, openedAt };
}

const kinds = ['SpeedLimit', 'SOSButton', 'HarshBraking'];
const inOrder = ['SOS button pressed', 'Too fast', 'Hard braking'];

test('an alert that is acknowledged stays in its place with Undo, by its button and by key', async () => {
  const { user, row, order, acknowledged } = openPage(kinds);
  await user.click(
    within(await row(/^SOS/)).getByRole('button', { name: t('alerts.acknowledge') }),
  );
  const undo = await within(await row(/^SOS/)).findByRole('button', { name: t('common.undo') });
  expect(order()).toEqual(inOrder);
  expect(acknowledged.get('a1')?.note).toBe('');
  await user.click(undo);
  await within(await row(/^SOS/)).findByRole('button', { name: t('alerts.acknowledge') });
  expect(acknowledged.size).toBe(0);
  (await row(/^SOS/)).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}a');
  await within(await row(/^Too fast/)).findByRole('button', { name: t('common.undo') });
  expect(order()).toEqual(inOrder);
});

test('an SOS is acknowledged with a note and the next alert opened in three clicks; a typed note is not lost', async () => {
  const { user, row, details, acknowledged } = openPage(kinds);
  await user.click(await row(/^SOS/));
  await user.type(
    within(await details()).getByRole('textbox', { name: t('alerts.detail.note') }),
    'Called',
  );
  await user.click(within(await details()).getByRole('button', { name: t('alerts.acknowledge') }));
  await expect.poll(() => acknowledged.get('a1')?.note).toBe('Called');
  await user.click(
    await within(await details()).findByRole('button', { name: t('alerts.detail.nextOpen') }),
  );
  expect(within(await details()).getByText('Too fast')).toBeTruthy();

  await user.type(
    within(await details()).getByRole('textbox', { name: t('alerts.detail.note') }),
    'Asked an',
  );
  await user.click(within(await details()).getByRole('button', { name: t('alerts.detail.next') }));
  expect(within(await details()).getByText('Hard braking')).toBeTruthy();
  await user.click(
    within(await details()).getByRole('button', { name: t('alerts.detail.previous') }),
  );
  const note = within(await details()).getByRole<HTMLTextAreaElement>('textbox', {
    name: t('alerts.detail.note'),
  });
  expect(note.value).toBe('Asked an');
  // A key that is typed is none of the page.
  expect(acknowledged.size).toBe(1);
});

test('a second press keeps the note, and Undo keeps what is typed in its place', async () => {
  const { user, row, details, acknowledged, hold } = openPage(kinds);
  await user.click(await row(/^SOS/));
  const press = async (name: string) =>
    user.click(await within(await details()).findByRole('button', { name }));
  const note = async () =>
    within(await details()).findByRole<HTMLTextAreaElement>('textbox', {
      name: t('alerts.detail.note'),
    });
  await user.type(await note(), 'Called');
  hold(true);
  await press(t('alerts.acknowledge'));
  await expect.poll(() => acknowledged.get('a1')?.note).toBe('Called');
  await expect.poll(async () => (await note()).value).toBe('');
  await press(t('alerts.acknowledge'));
  (await row(/^SOS/)).focus();
  await user.keyboard('a');
  hold(false);
  await press(t('alerts.detail.note.change'));
  expect(acknowledged.get('a1')?.note).toBe('Called');
  await user.type(await note(), ' twice');
  await press(t('common.undo'));
  await within(await details()).findByRole('button', { name: t('alerts.acknowledge') });
  expect((await note()).value).toBe('Called twice');
});

test('the next alert to work on is a call for help, wherever it is in the list', async () => {
  const { user, row, details } = openPage(['SOSButton', 'SpeedLimit', 'ForbiddenArea']);
  await user.click(await row(/^Too fast/));
  await user.click(
    await within(await details()).findByRole('button', { name: t('alerts.detail.nextOpen') }),
  );
  expect(within(await details()).getByText('SOS button pressed')).toBeTruthy();
});

test('no row moves under the pointer: new alerts wait for it, but for a call for help', async () => {
  const { user, row, order, raise } = openPage(kinds);
  await user.hover(await row(/^Hard braking/));
  raise('LowBattery');
  const show = await screen.findByRole('button', { name: t('alerts.list.new', { count: 1 }) });
  expect(order()).toEqual(inOrder);
  raise('SOSButton');
  await expect.poll(order).toEqual(['SOS button pressed', ...inOrder]);
  await user.click(show);
  await expect.poll(order).toContain('Tracker’s battery low');
});

test('a call for help that is not loaded yet is opened when it is there, and no other alert of its device', async () => {
  const { user, row, details, raise } = openPage(['SpeedLimit']);
  await row(/^Too fast/);
  act(() => showCallForHelp({ id: 'van', label: 'Van 9' }, true));
  await row(/^Too fast/);
  expect(screen.queryByRole('region', { name: t('alerts.detail') })).toBeNull();
  raise('SOSButton');
  expect(await within(await details()).findByText('SOS button pressed')).toBeTruthy();
  // What was done about it is typed next; Next leaves the keys to the list.
  const note = screen.getByRole('textbox', { name: t('alerts.detail.note') });
  await vi.waitFor(() => expect(document.activeElement).toBe(note));
  await user.keyboard('Called the driver{Control>}{Enter}{/Control}');
  await within(await details()).findByText('Called the driver');
  await user.keyboard('{Enter}');
  expect(await within(await details()).findByText('Too fast')).toBeTruthy();
  expect(document.activeElement?.tagName).not.toBe('TEXTAREA');
});

test('while alerts arrive faster than the list is read, each answer still counts', async () => {
  const { row, order, raise, delay } = openPage(['SpeedLimit']);
  await row(/^Too fast/);
  const answers = delay();
  raise('SOSButton');
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  raise('HarshBraking');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]!();
  await expect.poll(order).toEqual(['SOS button pressed', 'Too fast']);
  answers[1]!();
  await expect.poll(order).toContain('Hard braking');
});

test('a notification opens its very alert, and an earlier call for help only until that is loaded', async () => {
  const { user, row, details, raise, client, openedAt } = openPage(['SpeedLimit', 'SOSButton']);
  await row(/^Too fast/);
  await act(() => showAlertsFromLink(client, 'van', openedAt));
  expect(await within(await details()).findByText('SOS button pressed')).toBeTruthy();
  raise('HarshBraking');
  expect(await within(await details()).findByText('Hard braking')).toBeTruthy();

  // What the user opens meanwhile stays.
  await act(() => showAlertsFromLink(client, 'van', openedAt + 60_000));
  expect(await within(await details()).findByText('SOS button pressed')).toBeTruthy();
  await user.click(within(await details()).getByRole('button', { name: t('alerts.detail.next') }));
  raise('LowBattery');
  await screen.findByText('Tracker’s battery low');
  expect(within(await details()).getByText('Hard braking')).toBeTruthy();
});

test('the focus stays in the details at the last alert, and after the last open one is acknowledged', async () => {
  const { user, row, details } = openPage(['SOSButton']);
  await user.click(await row(/^SOS/));
  await user.click(within(await details()).getByRole('button', { name: t('alerts.acknowledge') }));
  const done = await within(await details()).findByRole('button', {
    name: t('alerts.detail.noOtherOpen'),
  });
  await expect.poll(() => document.activeElement).toBe(done);
  const next = within(await details()).getByRole('button', { name: t('alerts.detail.next') });
  await user.click(next);
  expect(document.activeElement).toBe(next);
  expect(next.getAttribute('aria-disabled')).toBe('true');
});
