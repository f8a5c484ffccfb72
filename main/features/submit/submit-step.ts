import type { ServiceClient } from '#main/api/service-client';
import { recordOf, type ReportStep } from './report-check';
import type { Applied, StepContext } from '#main/jobs/types';
import type { TypedAlert, TypedLocation } from '#shared/domain/submission';
import { fail, FaultError } from '#shared/fault';

export type SubmitClient = Pick<
  ServiceClient,
  'submitLocations' | 'submitAlerts' | 'locations' | 'alerts'
>;

/**
 * Submits one record. After an attempt without an answer the service is queried first, because a
 * repeated alert is stored and mailed twice. If the service does not answer such queries, a location
 * is sent again, which is harmless; an alert is left to the user.
 */
export function createSubmit(
  client: SubmitClient,
): (step: ReportStep, context: Pick<StepContext, 'attemptedAt'>) => Promise<Applied> {
  /** null: the service does not support the query. */
  async function isThere(step: ReportStep): Promise<boolean | null> {
    const { at } = recordOf(step);
    const range = { from: at, to: at + 1 };
    try {
      if (step.action === 'submitLocation') {
        const { items } = await client.locations(step.id, range);
        return items.some(({ record }) => record.at === at && isSamePlace(record, step.location));
      }
      const { items } = await client.alerts(step.id, range);
      return items.some(
        ({ record }) =>
          record.at === at &&
          record.text === step.alert.text &&
          step.alert.alerts.every((name) => record.alerts.includes(name)),
      );
    } catch (error) {
      if (error instanceof FaultError && error.fault.kind === 'invalid') return null;
      throw error;
    }
  }

  return async (step, { attemptedAt }) => {
    const done: Applied = { recordId: step.id };
    if (attemptedAt !== null) {
      const found = await isThere(step);
      if (found) return done;
      if (found === null && step.action === 'submitAlert')
        fail({ kind: 'invalid', message: mayBeStored });
    }
    if (step.action === 'submitLocation') {
      await client.submitLocations(step.id, [wireLocation(step.location)]);
    } else {
      await client.submitAlerts(step.id, [wireAlert(step.alert)]);
    }
    return done;
  };
}

const mayBeStored =
  'It was sent once and no answer came, and this service cannot be asked whether it has it. It was not sent again, so that it does not warn twice. Look there, then retry it if it is missing.';

function isSamePlace(
  record: { latitude: number | null; longitude: number | null },
  location: TypedLocation,
): boolean {
  const isNear = (a: number | null, b: number) => a !== null && Math.abs(a - b) < 1e-6;
  return isNear(record.latitude, location.latitude) && isNear(record.longitude, location.longitude);
}

/** The location record of wire contract 3.4 without unknown values. */
function wireLocation({ at, ...values }: TypedLocation): object {
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return { dateTime: new Date(at).toISOString(), ...Object.fromEntries(known) };
}

/** The alert record of wire contract 3.7. */
function wireAlert({ at, channels, text, ...alert }: TypedAlert): object {
  return {
    dateTime: new Date(at).toISOString(),
    ...alert,
    ...(text === null ? {} : { text }),
    notifications: channels,
  };
}
