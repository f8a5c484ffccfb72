import { isMostlyNotUnderstood, type AnswerCount } from '#shared/domain/field-mapping';
import type { Device } from '#shared/domain/device';
import { unreadFields } from '#shared/domain/known';
import type { Decoded, DecodedList } from '#shared/wire/envelope';
import type { LastLocation } from '#shared/wire/fix';

/** Records as received, for the proposal and the preview of a field mapping. */
export interface AnswerSamples {
  location: unknown[];
  device: unknown[];
}

/** Counts which of the latest answers were understood, and holds some of them as samples. */
export interface AnswerLog {
  location(answer: LastLocation): void;
  devices(list: DecodedList<Device>): void;
  counts(): AnswerCount[];
  samples(): AnswerSamples;
  /** Forgets everything: the answers were read with another mapping. */
  clear(): void;
}

const mostLocations = 50;
const mostSamples = 5;

/** `onChanged` is called when a count changes of which most answers are, or were, not understood. */
export function createAnswerLog(onChanged: () => void): AnswerLog {
  /** Whether each of the latest answers was understood, newest last. */
  let locations: boolean[] = [];
  let understood: unknown[] = [];
  let notUnderstood: unknown[] = [];
  let deviceCount: AnswerCount = { kind: 'device', answers: 0, notUnderstood: 0 };
  let deviceSamples: unknown[] = [];

  const counts = (): AnswerCount[] => [
    {
      kind: 'location',
      answers: locations.length,
      notUnderstood: locations.filter((isUnderstood) => !isUnderstood).length,
    },
    deviceCount,
  ];

  /** The counts of which most answers are not understood. */
  const alarm = () =>
    counts()
      .map((count) => (isMostlyNotUnderstood(count) ? Object.values(count).join(' ') : ''))
      .join();
  let reported = alarm();

  function report(): void {
    const now = alarm();
    if (now === reported) return;
    reported = now;
    onChanged();
  }

  return {
    location: ({ raw, isUnderstood }) => {
      locations = [...locations, isUnderstood].slice(-mostLocations);
      if (raw !== null && isUnderstood) understood = [raw, ...understood].slice(0, mostSamples);
      if (!isUnderstood) notUnderstood = [raw, ...notUnderstood].slice(0, mostSamples);
      report();
    },
    devices: ({ items, skippedRecords }) => {
      const unread = items.filter(isUnread);
      const skipped = skippedRecords.filter(({ reason }) => reason !== 'sameId');
      deviceCount = {
        kind: 'device',
        answers: items.length + skipped.length,
        notUnderstood: unread.length + skipped.length,
      };
      const raws = [unread, skipped, items].flatMap((records) =>
        records.slice(0, mostSamples).map(({ raw }) => raw),
      );
      deviceSamples = [...new Set(raws)].slice(0, mostSamples);
      report();
    },
    counts,
    samples: () => ({
      location: [...notUnderstood, ...understood].slice(0, mostSamples),
      device: deviceSamples,
    }),
    clear: () => {
      locations = [];
      understood = [];
      notUnderstood = [];
      deviceCount = { kind: 'device', answers: 0, notUnderstood: 0 };
      report();
    },
  };
}

function isUnread({ record }: Decoded<Device>): boolean {
  return unreadFields(record).length > 0 || unreadFields(record.limits ?? {}).length > 0;
}
