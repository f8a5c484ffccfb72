import { z } from 'zod';

/** A channel over which a daily limit lets no further message of a device be sent. */
export const heldBackSchema = z.object({ channel: z.enum(['email', 'sms']), limit: z.number() });
export type HeldBack = z.infer<typeof heldBackSchema>;

const planned = {
  email: (limit: number) =>
    limit === 0
      ? 'No e-mail will be sent: the daily limit of the device is 0.'
      : `No e-mail will be sent: the daily limit of ${limit} is reached.`,
  sms: (limit: number) =>
    limit === 0
      ? 'No SMS will be sent: the daily limit of the device is 0.'
      : `No SMS will be sent: the daily limit of ${limit} is reached.`,
};

/** Before a submission: "No e-mail will be sent: the daily limit of 1 is reached." */
export const willBeHeldBackText = ({ channel, limit }: HeldBack) => planned[channel](limit);

const done = {
  email: (limit: number) =>
    limit === 0
      ? 'E-mail was not sent: the daily limit is 0.'
      : `E-mail was not sent: the daily limit of ${limit} is reached.`,
  sms: (limit: number) =>
    limit === 0
      ? 'SMS was not sent: the daily limit is 0.'
      : `SMS was not sent: the daily limit of ${limit} is reached.`,
};

/** After a submission: "E-mail was not sent: the daily limit of 1 is reached." */
export const wasHeldBackText = ({ channel, limit }: HeldBack) => done[channel](limit);
