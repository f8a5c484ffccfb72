import { z } from 'zod';
import {
  fixSchema,
  type Fix,
  effectOf,
  lastPositionSchema,
  otherAnswerSchema,
  positionOf,
  type LastPosition,
  type OtherAnswer,
} from '#shared/domain/fix';
import type { FleetColumns } from '#shared/fleet/columns';
import { applyAnswerToColumns, applyFixToColumns } from './columns';
import type { Vault } from './vault';

/** The answer to a request for the last location of a device. */
export interface FixUpdate {
  slot: number;
  /** null: there is none. Absent: nothing new, only `checkedAt` changes. */
  fix?: Fix | null;
  /** The JSON of the answer. */
  raw?: unknown;
  /** False: the answer has content, but no usable time and place. */
  isUnderstood?: boolean;
  /** When it was requested, epoch milliseconds. */
  checkedAt: number;
}

/** What is cached of the reports of a device. Raw texts are the original JSON. */
export interface CachedReports {
  /** The last report. */
  fix: Fix | null;
  rawFix: string | null;
  position: LastPosition | null;
  /** Time of the first report without a position since then; null while reports have one. */
  noPositionSince: number | null;
  /** The last answer, if it is not the last report. */
  otherAnswer: OtherAnswer | null;
  rawOtherAnswer: string | null;
}

const extrasSchema = z.object({
  position: lastPositionSchema.nullable(),
  noPositionSince: z.number().nullable(),
  otherAnswer: otherAnswerSchema.nullable(),
});
type Extras = z.infer<typeof extrasSchema>;

const noExtras: Extras = { position: null, noPositionSince: null, otherAnswer: null };

interface FixRecord {
  fix: string;
  raw: string;
  extras: Extras;
  rawOtherAnswer: string;
}

/**
 * Reads a fix record. JSON contains no raw line break, so one separates the texts: the last report,
 * its JSON as received and, if there is more to say, the extras and the JSON of the last answer.
 */
function recordOf(text: string): FixRecord {
  const [fix = '', raw = '', extras, rawOtherAnswer = ''] = text.split('\n');
  const read = extras ? extrasSchema.safeParse(JSON.parse(extras)) : null;
  return {
    fix,
    raw,
    extras: read?.success ? read.data : noExtras,
    rawOtherAnswer,
  };
}

function textOf({ fix, raw, extras, rawOtherAnswer }: FixRecord): string {
  const isPlain = Object.values(extras).every((value) => value === null);
  return [fix, raw, isPlain ? '' : JSON.stringify(extras), rawOtherAnswer].join('\n');
}

/** The reports of a slot; null if nothing is stored. */
export function readReports(vault: Vault, slot: number): CachedReports | null {
  const text = vault.read('fix_records', slot)?.toString();
  if (!text) return null;
  const { fix: json, raw, extras, rawOtherAnswer } = recordOf(text);
  const parsed = json ? fixSchema.safeParse(JSON.parse(json)) : null;
  const fix = parsed?.success ? parsed.data : null;
  return {
    ...extras,
    fix,
    rawFix: raw || null,
    position: extras.position ?? positionOf(fix),
    rawOtherAnswer: rawOtherAnswer || null,
  };
}

/** Applies an answer to the columns and stages what is stored of it. */
export function stageAnswer(vault: Vault, columns: FleetColumns, update: FixUpdate): void {
  const { slot, fix, checkedAt, isUnderstood = true } = update;
  const raw = JSON.stringify(update.raw) ?? '';
  if (fix === null && isUnderstood) {
    applyFixToColumns(columns, slot, null);
    columns.checkedAt[slot] = checkedAt;
    vault.stage('fix_records', slot, Buffer.from(''));
    return;
  }
  const known = { fixAt: columns.fixAt[slot]!, positionAt: columns.positionAt[slot]! };
  const answer = { fix: fix ?? null, isUnderstood };
  const effect = effectOf(answer, known, checkedAt);
  applyAnswerToColumns(columns, slot, effect, answer.fix);
  columns.checkedAt[slot] = checkedAt;
  if (effect === 'taken') {
    const extras = positionOf(answer.fix) ? noExtras : withoutPosition(vault, slot, answer.fix);
    const text = textOf({ fix: JSON.stringify(fix), raw, extras, rawOtherAnswer: '' });
    vault.stage('fix_records', slot, Buffer.from(text));
    return;
  }
  const stored = recordOf(vault.read('fix_records', slot)?.toString() ?? '');
  // A device that never reported has nothing to store.
  if (effect === 'none' && stored.fix === '' && stored.rawOtherAnswer === '') return;
  const isKept = effect === 'none' && stored.fix === '';
  const extras: Extras = {
    ...stored.extras,
    ...(effect === 'olderPosition' && {
      position: positionOf(answer.fix),
      noPositionSince: sinceAfter(stored.extras.noPositionSince, answer.fix?.at, known.fixAt),
    }),
    otherAnswer: isKept
      ? null
      : { is: effect === 'olderPosition' ? 'older' : effect, at: answer.fix?.at ?? null },
  };
  const text = textOf({ ...stored, extras, rawOtherAnswer: effect === 'none' ? '' : raw });
  vault.stageIfChanged('fix_records', slot, Buffer.from(text));
}

/** The first report without a position after `at`; `last` is the last one, which has none. */
function sinceAfter(since: number | null, at: number | null | undefined, last: number): number {
  return since !== null && since > (at ?? since) ? since : last;
}

/** What stays of the last position when a report comes without one. */
function withoutPosition(vault: Vault, slot: number, fix: Fix | null): Extras {
  const before = readReports(vault, slot);
  return {
    position: before?.position ?? null,
    noPositionSince: before?.noPositionSince ?? fix?.at ?? null,
    otherAnswer: null,
  };
}
