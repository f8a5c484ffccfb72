import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteDraftKey, type Note } from '#shared/domain/device';
import { draftStore } from '#features/edits';
import { showAccount } from '#lib/account-scope';
import { t } from '../../../test/support/english';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { DeviceNote, takeNote } from './device-note';

const device = { id: 'van', label: 'Van' };
const key = noteDraftKey(device.id);
const isDraft = () => draftStore.getState().drafts.has(key);

// A growing field measures itself again when fonts arrive.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

let put = Promise.withResolvers<Note>();

beforeEach(() => {
  put = Promise.withResolvers();
  answer('notes', { all: () => [], put: () => put.promise });
  answer('drafts', { all: () => [], put: () => undefined, remove: () => undefined });
  showAccount('ana');
});
afterEach(() => showAccount(null));

async function saveNote() {
  const { user } = show(<DeviceNote device={device} />);
  await user.click(screen.getByRole('button', { name: t('notes.add') }));
  await user.type(screen.getByRole('textbox'), 'Gate 4');
  await user.click(screen.getByRole('button', { name: t('notes.save') }));
}

const stored: Note = { deviceId: device.id, text: 'Gate 4', savedAt: 0 };

test('a note is shown once it is stored, and is no draft any more', async () => {
  await saveNote();
  expect(isDraft()).toBe(true);
  put.resolve(stored);
  expect(await screen.findByText('Gate 4', { selector: 'p' })).toBeTruthy();
  expect(isDraft()).toBe(false);
});

test('a note of an account that was left takes no draft of the next one', async () => {
  await saveNote();
  act(() => {
    showAccount('ben');
    draftStore.stage({ key, kind: 'note', label: 'Van', base: null }, { text: 'Of Ben' });
  });
  await act(async () => {
    put.resolve(stored);
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(draftStore.getState().drafts.get(key)?.edit).toEqual({ text: 'Of Ben' });
});

test('a note that another window stored or deleted is shown as it is now', async () => {
  show(<DeviceNote device={device} />);
  act(() => takeNote({ deviceId: device.id, note: { ...stored, text: 'Gate 7' } }));
  expect(await screen.findByText('Gate 7', { selector: 'p' })).toBeTruthy();
  act(() => takeNote({ deviceId: device.id, note: null }));
  expect(screen.queryByText('Gate 7')).toBeNull();
});
