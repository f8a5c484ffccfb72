import type { Device } from '#shared/domain/device';
import type { Draft } from '#shared/domain/edit';
import type { FieldProblem } from '#features/drafts';
import { fieldWord } from '#lib/field-messages';
import { problemsOf, type LimitsField } from './limits-draft';

/** Every field that keeps the drafts from being saved, with the way to it. */
export function limitProblems(
  drafts: readonly Draft[],
  focus: (id: string, field: LimitsField) => void,
): FieldProblem[] {
  return drafts.flatMap((draft) =>
    Object.entries(problemsOf(draft)).map(([field, message]) => ({
      name: `${fieldWord('limits', field)} of ${draft.label}`,
      message,
      focus: () => focus((draft.base as Device).id, field as LimitsField),
    })),
  );
}
