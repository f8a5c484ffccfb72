import type { Range } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { firstRowAt } from '#shared/history/track';
import { isDocumentedKind } from '#shared/domain/alert';
import { channelKey, heldBack, type HeldBack } from '#shared/domain/alert-channels';
import { deviceLabel, type Device } from '#shared/domain/device';
import type { JobStep } from '#shared/domain/job';
import {
  submissionModeOf,
  submitsAlerts,
  submitsLocations,
  type Capabilities,
  type SubmissionMode,
} from '#shared/domain/session';
import { checkPlace, checkTime } from '#shared/domain/submission';
import { sentences, message, type Message } from '#shared/i18n/translate';

export type ReportStep = Extract<JobStep, { kind: 'report' }>;

/** The data of the account that planning reports needs. */
export interface KnownForReports {
  devices: readonly Device[];
  capabilities: Capabilities;
  /** Whether reports may be submitted; absent: what the service announced. */
  submissionMode?: SubmissionMode;
  /** Whether the cached history holds this location, or another position at its time. */
  cachedMatch?: CachedLookup;
  now: number;
  /** The account's zone, for days. */
  timeZone: string;
}

/** Plans the reports of a job one after the other, each against those before it, or says why it is refused. */
export function createReportCheck(known: KnownForReports) {
  const devices = new Map(known.devices.map((device) => [device.id, device]));
  const planned = new Set<string>();
  const mode = known.submissionMode ?? submissionModeOf('auto', known.capabilities);

  function unknownName(step: ReportStep): Message | undefined {
    if (step.action !== 'submitAlert') return undefined;
    const unknown = step.alert.alerts.find((name) => !isDocumentedKind(name));
    return unknown === undefined
      ? undefined
      : message('jobs.refused.notAlertName', { name: unknown });
  }

  function plannedTwice(step: ReportStep): Message | undefined {
    const key = JSON.stringify([step.action, step.id, recordOf(step)]);
    const isPlanned = planned.has(key);
    planned.add(key);
    return isPlanned ? message('jobs.refused.sameData') : undefined;
  }

  /** Planned messages by device and channel, which count against the limits before they are sent. */
  const messages = new Map<string, number>();

  function heldBackNote(step: ReportStep, device: Device): Message | undefined {
    if (step.action !== 'submitAlert') return undefined;
    const count = (channel: HeldBack['channel']) => messages.get(`${step.id} ${channel}`) ?? 0;
    const { channels } = step.alert;
    const held = heldBack(device, channels, known.timeZone, known.now, count);
    for (const channel of new Set(channels.map(channelKey))) {
      const key = `${step.id} ${channel}`;
      messages.set(key, (messages.get(key) ?? 0) + 1);
    }
    return sentences(
      held.map(({ channel, limit }) => message(`submit.heldBack.${channel}`, { limit })),
    );
  }

  return (step: ReportStep) => {
    const device = devices.get(step.id);
    const record = recordOf(step);
    const refusal =
      notSubmitted(step, mode) ??
      (device ? undefined : message('jobs.refused.noDevice')) ??
      checkPlace(record) ??
      checkTime(record.at, known.now) ??
      unknownName(step) ??
      plannedTwice(step);
    const match = refusal === undefined ? (known.cachedMatch?.(step) ?? null) : null;
    const when = new Date(record.at).toISOString();
    return {
      label: `${device ? deviceLabel(device) : step.id}, ${when}`,
      changes: Object.entries(record).flatMap(([field, after]) =>
        after === null ? [] : [{ field, before: null, after }],
      ),
      refusal,
      note:
        match === 'elsewhere'
          ? otherPlace
          : device && refusal === undefined
            ? heldBackNote(step, device)
            : undefined,
      unchanged: match === 'same',
    };
  };
}

/** Why the submission mode excludes a record; undefined if it does not. */
export function notSubmitted(step: ReportStep, mode: SubmissionMode): Message | undefined {
  if (!submitsLocations(mode)) return readOnly;
  return step.action === 'submitAlert' && !submitsAlerts(mode) ? locationsOnly : undefined;
}

export const recordOf = (step: ReportStep) =>
  step.action === 'submitLocation' ? step.location : step.alert;

const otherPlace = message('jobs.note.otherPlace');
const readOnly = message('jobs.refused.readOnly');
const locationsOnly = message('jobs.refused.locationsOnly');

/** How the downloaded history compares to a location to submit; null if it has no fix of that time. */
export type CachedLookup = (step: ReportStep) => 'same' | 'elsewhere' | null;

/** Files round to six decimals, about a tenth of a metre. */
const sameDegrees = 1.5e-6;

/** Looks up locations in the downloaded history of their device, which is read once. */
export function createCachedLookup(
  range: Range,
  track: (range: Range) => TrackColumns,
): CachedLookup {
  const cached = track(range);
  const { at, latitude, longitude } = cached;

  return (step) => {
    if (step.action !== 'submitLocation') return null;
    const row = firstRowAt(cached, step.location.at);
    if (at[row] !== step.location.at || Number.isNaN(latitude[row]!)) return null;
    const isSame =
      Math.abs(latitude[row]! - step.location.latitude) < sameDegrees &&
      Math.abs(longitude[row]! - step.location.longitude) < sameDegrees;
    return isSame ? 'same' : 'elsewhere';
  };
}
