import type { Known } from '#shared/domain/known';
import { knownText, originalText } from '#lib/known-text';
import { Fact } from '#ui/fact-list';

interface KnownFactProps<T> {
  name: string;
  known: Known<T | null>;
  format: (value: T) => string;
  /** Shown for an explicit "none" of the service. */
  none?: string;
  isOld?: boolean;
}

/** One value of the service: the value, or that it was not provided or not understood. */
export function KnownFact<T>({ name, known, format, none = 'None', isOld }: KnownFactProps<T>) {
  const text = knownText(known, format, none);
  if (known.is !== 'value') {
    return (
      <Fact name={name} isMissing>
        {text}
      </Fact>
    );
  }
  const whole = known.from === undefined ? text : mappedText(text, known.from);
  return (
    <Fact name={name} isOld={isOld}>
      {known.unread ? partlyText(whole, known.unread) : whole}
    </Fact>
  );
}

/** A value that a field mapping read from another member (a JSON Pointer) of the answer. */
export const mappedText = (text: string, from: string) =>
  `${text} (from ${from.replace(/^\//, '')})`;

/** A list or map of which some members were not understood. */
export const partlyText = (text: string, unread: readonly unknown[]) =>
  `${text} (not understood: ${unread.map(originalText).join(', ')})`;
