import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCache, type Cache } from '#main/cache/cache';
import { createDrafts, type Drafts } from '#main/features/drafts/drafts';
import { noteDraftKey } from '#shared/domain/device';
import { createNotes, notesHandlers } from './notes';

let cache: Cache;
let drafts: Drafts;
let now = 0;

beforeEach(() => {
  now = 100;
  cache = openCache({ file: null, key: Buffer.alloc(32, 7) });
  drafts = createDrafts({ records: cache.records('draft'), now: () => now });
});
afterEach(() => cache.close());

const notesNow = () => createNotes({ cache, drafts, now: () => now });

function typeNote(text: string): void {
  const key = noteDraftKey('d1');
  drafts.put({ key, kind: 'note', label: 'Van', base: { text: '' }, edit: { text } });
}

test('a stored note replaces the last one and is there in the next session', () => {
  const notes = notesNow();
  expect(notes.put({ deviceId: 'd1', text: 'Left door is stuck' })).toEqual({
    deviceId: 'd1',
    text: 'Left door is stuck',
    savedAt: 100,
  });
  now = 200;
  notes.put({ deviceId: 'd1', text: 'Repaired' });
  notes.put({ deviceId: 'd2', text: 'Spare key at the gate' });
  for (const each of [notes, notesNow()]) {
    expect(each.all().map(({ deviceId, text }) => [deviceId, text])).toEqual([
      ['d1', 'Repaired'],
      ['d2', 'Spare key at the gate'],
    ]);
  }
});

test('an empty note deletes the stored one', () => {
  const notes = notesNow();
  notes.put({ deviceId: 'd1', text: 'Left door is stuck' });
  expect(notes.put({ deviceId: 'd1', text: ' \n' })).toBeNull();
  expect(notes.put({ deviceId: 'd2', text: '' })).toBeNull();
  expect(notes.all()).toEqual([]);
  expect(notesNow().all()).toEqual([]);
});

test('storing a note removes its draft, unless more was typed since', () => {
  const notes = notesNow();
  typeNote('Left door');
  notes.put({ deviceId: 'd1', text: 'Left door' });
  expect(drafts.all()).toEqual([]);
  typeNote('Left door is stuck');
  notes.put({ deviceId: 'd1', text: 'Left door' });
  expect(drafts.all()).toMatchObject([{ edit: { text: 'Left door is stuck' } }]);
});

test('records of another shape are ignored', () => {
  cache.records('note').put('d1', { deviceId: 7, text: null });
  cache.records('note').put('d2', 'text');
  expect(notesNow().all()).toEqual([]);
});

test('the other windows learn what one of them stored or deleted', async () => {
  const told: unknown[] = [];
  const notes = notesNow();
  const handlers = notesHandlers(
    () => notes,
    (change, by) => told.push([change, by]),
  );
  const note = await handlers.put({ deviceId: 'd1', text: 'Left door is stuck' }, 3);
  await handlers.put({ deviceId: 'd1', text: '' }, 4);
  expect(told).toEqual([
    [{ deviceId: 'd1', note }, 3],
    [{ deviceId: 'd1', note: null }, 4],
  ]);
});
