import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KindChoice } from '#shared/domain/vehicle-kind';
import { showAccount } from '#lib/account-scope';
import { toasts } from '#lib/toasts';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { followVehicleKinds, keepKinds, VehicleKindDialog } from './vehicle-kinds';

/** What main has, and what the worker was told last. */
let stored: Map<string, KindChoice['kind']>;
let told: readonly (readonly [string, string])[];

beforeEach(() => {
  stored = new Map([['a', 'van']]);
  told = [];
  answer('vehicleKinds', {
    all: () => Array.from(stored, ([deviceId, kind]) => ({ deviceId, kind })),
    choose: ({ choices }) => {
      const before = choices.map(({ deviceId }) => ({
        deviceId,
        kind: stored.get(deviceId) ?? null,
      }));
      for (const { deviceId, kind } of choices) stored.set(deviceId, kind);
      return before;
    },
  });
  followVehicleKinds({ setKinds: (kinds) => Promise.resolve(void (told = kinds)) });
  showAccount('ana');
});
afterEach(() => showAccount(null));

test('one click chooses a kind for all devices, and Undo restores what each had', async () => {
  await waitFor(() => expect(told).toEqual([['a', 'van']]));
  const { user } = show(<VehicleKindDialog ids={['a', 'b']} label={null} onClose={() => {}} />);
  await user.click(screen.getByRole('button', { name: 'Truck' }));
  await waitFor(() =>
    expect(told).toEqual([
      ['a', 'truck'],
      ['b', 'truck'],
    ]),
  );
  toasts.getState().shown.at(-1)!.actions![0]!.run();
  await waitFor(() => expect(told).toEqual([['a', 'van']]));
  expect(stored.get('b')).toBeNull();
});

test('the kind that a device has is marked', async () => {
  await waitFor(() => expect(told).toHaveLength(1));
  show(<VehicleKindDialog ids={['a']} label="Van 1" onClose={() => {}} />);
  expect(screen.getByRole('button', { name: 'Van', pressed: true })).toBeTruthy();
});

test('what another window chose is passed on, and a choice that it took back', async () => {
  await waitFor(() => expect(told).toEqual([['a', 'van']]));
  keepKinds([
    { deviceId: 'b', kind: 'truck' },
    { deviceId: 'a', kind: null },
  ]);
  expect(told).toEqual([['b', 'truck']]);
});
