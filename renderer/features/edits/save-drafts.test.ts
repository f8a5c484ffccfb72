import { describe, expect, test } from 'vitest';
import type { Draft, Saved } from '#shared/domain/edit';
import type { Outcome } from '#shared/fault';
import { sameValue } from './same-value';
import { saveDrafts, typedSince } from './save-drafts';

interface Record {
  id: string;
}

describe('saving drafts', () => {
  const draft = (id: string): Draft => ({
    key: `limits:${id}`,
    kind: 'limits',
    label: id,
    base: { id },
    edit: { dailySmsLimit: 5 },
    savedAt: 0,
  });
  type Answer = Outcome<Saved<Record>>;
  const run = async (ids: string[], answer: (id: string) => Answer) => {
    const saved: string[] = [];
    const requested: string[] = [];
    const result = await saveDrafts(
      ids.map(draft),
      ({ label }) => {
        requested.push(label);
        return Promise.resolve(answer(label));
      },
      ({ key }) => saved.push(key),
      () => undefined,
    );
    return { ...result, savedKeys: saved, requested };
  };
  const good = (id: string): Answer => ({
    ok: true,
    value: { status: 'saved', record: { id }, journalId: `j-${id}` },
  });

  test('reports each saved draft immediately, for undo', async () => {
    const result = await run(['a', 'b'], good);
    expect(result).toMatchObject({ saved: 2, journalIds: ['j-a', 'j-b'] });
    expect(result.savedKeys).toEqual(['limits:a', 'limits:b']);
  });

  test('a conflict or a refusal does not stop the other drafts', async () => {
    const result = await run(['a', 'b', 'c'], (id) => {
      if (id === 'a') {
        return { ok: true, value: { status: 'conflict', conflicts: [], theirs: { id: 'a' } } };
      }
      return id === 'b' ? { ok: false, fault: { kind: 'notFound' } } : good(id);
    });
    expect(result.conflicts.map((each) => each.draft.label)).toEqual(['a']);
    expect(result.failed.map((each) => each.draft.label)).toEqual(['b']);
    expect(result.savedKeys).toEqual(['limits:c']);
  });

  test('stops and keeps the remaining drafts if the service is unavailable', async () => {
    const result = await run(['a', 'b'], () => ({
      ok: false,
      fault: { kind: 'offline', layer: 'tcp' },
    }));
    expect(result.requested).toEqual(['a']);
    expect(result.savedKeys).toEqual([]);
  });
});

test('keeps edits that were typed while saving', () => {
  const sent = { name: 'Ana', tags: { shift: 'day' } };
  const since = (now: object | undefined) => typedSince(sent, { ...now }, sameValue);
  expect(since({ name: 'Ana', tags: { shift: 'day' } })).toEqual({});
  expect(since({ name: 'Ana B', tags: { shift: 'day' }, message: 'Hi' })).toEqual({
    name: 'Ana B',
    message: 'Hi',
  });
  expect(since(undefined)).toEqual({});
});
