// Reads responses in the portable tests: accepts exactly what the wire contract allows.
import { expect } from 'vitest';
import { textOf, type Answer, type Body, type Value } from './client';

/**
 * The records of a list call: under their key, in a bare array, null or absent if there are none.
 */
export function listOf(answer: Answer, key: string): Body[] {
  expect(answer.status).toBe(200);
  const found: Value = Array.isArray(answer.body) ? answer.body : answer.body[key];
  if (found === null || found === undefined) return [];
  expect(Array.isArray(found), `${key} is an array`).toBe(true);
  return found as Body[];
}

/** One group or user: flat beside the envelope, or under its own name or `data`. */
export function recordOf(answer: Answer, area: 'group' | 'user'): Body {
  expect([200, 201]).toContain(answer.status);
  const nested = answer.body[area] ?? answer.body.data;
  const isNested = typeof nested === 'object' && nested !== null && !Array.isArray(nested);
  return isNested ? nested : answer.body;
}

/** A refused call: not 2xx, and an envelope, if any, has a message. */
export function expectRefused(answer: Answer, ...statuses: number[]): void {
  expect(statuses).toContain(answer.status);
  expect(answer.body?.success ?? false).toBe(false);
  expect(textOf(answer.body?.error)).not.toBe('');
}

/** ISO 8601, with or without fractions and zone; a zoneless one is UTC. */
export function momentOf(text: Value): number {
  expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/);
  const written = textOf(text);
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(written) ? written : `${written}Z`);
}
