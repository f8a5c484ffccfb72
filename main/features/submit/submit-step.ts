import type { ServiceClient } from '#main/api/service-client';
import type { Alert } from '#shared/domain/alert';
import { compareChannels, type HeldBack } from '#shared/domain/alert-channels';
import { knownOf } from '#shared/domain/known';
import type { SubmissionMode } from '#shared/domain/session';
import type { TypedAlert, TypedLocation } from '#shared/domain/submission';
import type { SubmissionResult } from '#shared/domain/submission-result';
import { fail, FaultError } from '#shared/fault';
import { alertRecord, locationRecord, rangeAround } from '#shared/wire/reports';
import { alertResult, isSamePlace, isSameTime, locationResult } from './compare-answer';
import { notSubmitted, type ReportStep } from './report-check';

export type SubmitClient = Pick<
  ServiceClient,
  'submitLocations' | 'submitLocationInRange' | 'submitAlerts' | 'locations' | 'alerts'
>;

/**
 * Submits one record, and compares the answer with it. After an attempt without an answer the service
 * is queried first, because a repeated alert is stored and mailed twice. If the service does not answer
 * such queries, a location is sent again, which is harmless; an alert is left to the user.
 */
export function createSubmit(
  client: SubmitClient,
  mode: () => SubmissionMode,
  /** The channels that daily limits of a device hold back now, by asking the service. */
  heldBackNow: (id: string, channels: readonly string[]) => Promise<HeldBack[]>,
): (
  step: ReportStep,
  context: { attemptedAt: number | null },
) => Promise<{ recordId: string; result: SubmissionResult }> {
  async function submitLocation(id: string, location: TypedLocation): Promise<SubmissionResult> {
    const record = locationRecord(location);
    if (mode() === 'submitRanged') {
      const range = rangeAround(location.at);
      const answer = await client.submitLocationInRange(id, record, range);
      return locationResult(location, answer, 'range');
    }
    return locationResult(location, await client.submitLocations(id, [record]), 'answer');
  }

  async function submitAlert(id: string, alert: TypedAlert): Promise<SubmissionResult> {
    return alertResult(alert, await client.submitAlerts(id, [alertRecord(alert)]), 'answer');
  }

  /** The result with the reason, if a daily limit is why a channel was not used. */
  async function explained(id: string, result: SubmissionResult): Promise<SubmissionResult> {
    if (result.channels === null) return result;
    const { leftOut, refused } = compareChannels(result.channels.asked, result.channels.said);
    const unsent = [...leftOut, ...refused];
    if (unsent.length === 0) return result;
    const heldBack = await heldBackNow(id, unsent);
    return { ...result, channels: { ...result.channels, heldBack } };
  }

  return async (step, { attemptedAt }) => {
    if (attemptedAt !== null) {
      const found = await lookUp(client, step);
      if (found !== 'no' && found !== 'unknown') {
        return { recordId: step.id, result: await explained(step.id, found) };
      }
      if (found === 'unknown' && step.action === 'submitAlert') {
        fail({ kind: 'invalid', message: mayBeStored });
      }
    }
    const refusal = notSubmitted(step, mode());
    if (refusal !== undefined) fail({ kind: 'declined', reason: 'state', message: refusal });
    const result =
      step.action === 'submitLocation'
        ? await submitLocation(step.id, step.location)
        : await submitAlert(step.id, step.alert);
    return { recordId: step.id, result: await explained(step.id, result) };
  };
}

/** The record as the service has it; `unknown` if the service cannot be queried for it. */
async function lookUp(
  client: SubmitClient,
  step: ReportStep,
): Promise<SubmissionResult | 'no' | 'unknown'> {
  try {
    if (step.action === 'submitLocation') {
      const { location } = step;
      const { items } = await client.locations(step.id, rangeAround(location.at));
      const found = items.filter(
        ({ record }) => isSameTime(location.at, record.at) && isSamePlace(record, location),
      );
      if (found.length === 0) return 'no';
      return locationResult(location, { items: found, skippedRecords: [] }, 'lookup');
    }
    const { alert } = step;
    const { items, skippedRecords } = await client.alerts(step.id, rangeAround(alert.at));
    const ofThatTime = items.filter(({ record }) => isSameTime(alert.at, record.at));
    const found = ofThatTime.filter(({ record }) => isSameAlert(record, alert) === 'yes');
    if (found.length > 0) return alertResult(alert, { items: found, skippedRecords: [] }, 'lookup');
    // A record that could not be read may be the alert.
    const mayBeThere =
      skippedRecords.length > 0 ||
      ofThatTime.some(({ record }) => isSameAlert(record, alert) === 'unknown');
    return mayBeThere ? 'unknown' : 'no';
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind === 'invalid') return 'unknown';
    throw error;
  }
}

/** `unknown`: the service does not say which alert it is. */
function isSameAlert(record: Alert, alert: TypedAlert): 'yes' | 'no' | 'unknown' {
  const text = knownOf(record, 'text');
  const names = knownOf(record, 'alerts');
  // Without a text of ours, the service may add its own.
  const isOtherText = alert.text !== null && text.is === 'value' && text.value !== alert.text;
  const hasOtherNames =
    names.is === 'value' && !alert.alerts.every((name) => names.value.includes(name));
  if (isOtherText || hasOtherNames) return 'no';
  const saysText = text.is === 'value' || alert.text === null;
  return saysText && names.is === 'value' ? 'yes' : 'unknown';
}

const mayBeStored =
  'It was sent once and no answer came, and this service cannot be asked whether it has it. It was not sent again, so that it does not warn twice. Look there, then retry it if it is missing.';
