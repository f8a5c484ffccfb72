import type { Device } from '#shared/domain/device';
import {
  isMostlyNotUnderstood,
  type AnswerCount,
  type FieldMappings,
  type FieldMappingState,
} from '#shared/domain/field-mapping';
import { unreadFields } from '#shared/domain/known';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Decoded, DecodedList } from '#shared/wire/envelope';
import type { LastLocation } from '#shared/wire/fix';

interface FieldMappingOptions {
  current: () => FieldMappings;
  store: (mappings: FieldMappings) => void;
  /** Requests the lists and the positions again. */
  refresh: () => void;
  /** The mapping was set, or a count changed of which most answers are, or were, not understood. */
  onChanged: () => void;
}

const mostLocations = 50;
const mostSamples = 5;

/**
 * The field mapping of an account, which the user confirms and which never changes by itself; the
 * decoders apply it (`shared/wire/envelope.ts`). Counts which of the latest answers were understood, and
 * holds some of them as samples, as received.
 */
export class FieldMapping {
  /** Whether each of the latest answers was understood, newest last. */
  #locations: boolean[] = [];
  #understood: unknown[] = [];
  #notUnderstood: unknown[] = [];
  #deviceCount: AnswerCount = { kind: 'device', answers: 0, notUnderstood: 0 };
  #deviceSamples: unknown[] = [];
  #reported = '';

  constructor(private readonly options: FieldMappingOptions) {
    this.#reported = this.#alarm();
  }

  state(): FieldMappingState {
    return {
      mappings: this.options.current(),
      counts: this.#counts(),
      samples: {
        location: [...this.#notUnderstood, ...this.#understood].slice(0, mostSamples),
        device: this.#deviceSamples,
      },
    };
  }

  /** Stores the mapping and requests everything again; empty: every field has its own name. */
  set(mappings: FieldMappings): void {
    this.options.store(mappings);
    // The answers so far were read with another mapping.
    this.#locations = [];
    this.#understood = [];
    this.#notUnderstood = [];
    this.#deviceCount = { kind: 'device', answers: 0, notUnderstood: 0 };
    this.#deviceSamples = [];
    this.#reported = this.#alarm();
    this.options.onChanged();
    this.options.refresh();
  }

  countLocation({ raw, isUnderstood }: LastLocation): void {
    this.#locations = [...this.#locations, isUnderstood].slice(-mostLocations);
    if (!isUnderstood) this.#notUnderstood = [raw, ...this.#notUnderstood].slice(0, mostSamples);
    else if (raw !== null) this.#understood = [raw, ...this.#understood].slice(0, mostSamples);
    this.#report();
  }

  countDevices({ items, skippedRecords }: DecodedList<Device>): void {
    const unread = items.filter(isUnread);
    const skipped = skippedRecords.filter(({ reason }) => reason !== 'sameId');
    this.#deviceCount = {
      kind: 'device',
      answers: items.length + skipped.length,
      notUnderstood: unread.length + skipped.length,
    };
    const raws = [unread, skipped, items].flatMap((records) =>
      records.slice(0, mostSamples).map(({ raw }) => raw),
    );
    this.#deviceSamples = [...new Set(raws)].slice(0, mostSamples);
    this.#report();
  }

  #counts(): AnswerCount[] {
    const notUnderstood = this.#locations.filter((isUnderstood) => !isUnderstood).length;
    return [
      { kind: 'location', answers: this.#locations.length, notUnderstood },
      this.#deviceCount,
    ];
  }

  /** The counts of which most answers are not understood. */
  #alarm(): string {
    return this.#counts()
      .map((count) => (isMostlyNotUnderstood(count) ? Object.values(count).join(' ') : ''))
      .join();
  }

  #report(): void {
    const alarm = this.#alarm();
    if (alarm === this.#reported) return;
    this.#reported = alarm;
    this.options.onChanged();
  }
}

function isUnread({ record }: Decoded<Device>): boolean {
  return unreadFields(record).length > 0 || unreadFields(record.limits ?? {}).length > 0;
}

export const fieldMappingHandlers = (
  fieldMapping: () => FieldMapping,
): Omit<HandlersOf<'fieldMapping'>, 'exportFile'> => ({
  current: () => fieldMapping().state(),
  set: (mappings) => fieldMapping().set(mappings),
});
