import type { FieldMappings, FieldMappingState } from '#shared/domain/field-mapping';
import type { AnswerLog } from './answer-log';
import type { HandlersOf } from '#shared/ipc/contract';

/** The field mapping of an account, which the user confirms; it never changes by itself. */
export interface FieldMappingFeature {
  state(): FieldMappingState;
  /** Stores the mapping and requests everything again; empty: every field has its own name. */
  set(mappings: FieldMappings): void;
}

export function createFieldMapping(options: {
  answers: Pick<AnswerLog, 'counts' | 'samples' | 'clear'>;
  current: () => FieldMappings;
  store: (mappings: FieldMappings) => void;
  /** Requests the lists and the positions again. */
  refresh: () => void;
  onChanged: (state: FieldMappingState) => void;
}): FieldMappingFeature {
  const { answers, current } = options;
  const state = (): FieldMappingState => ({
    mappings: current(),
    counts: answers.counts(),
    samples: answers.samples(),
  });
  return {
    state,
    set: (mappings) => {
      options.store(mappings);
      answers.clear();
      options.onChanged(state());
      options.refresh();
    },
  };
}

export const fieldMappingHandlers = (
  fieldMapping: () => FieldMappingFeature,
): Omit<HandlersOf<'fieldMapping'>, 'exportFile'> => ({
  current: () => fieldMapping().state(),
  set: (mappings) => fieldMapping().set(mappings),
});
