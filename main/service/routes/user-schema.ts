import { z } from 'zod';
import { countryCode, timeZones } from '../rules/directory';
import { moment } from './moment';

const text = z.string('must be text').nullable().default(null);

const validity = moment().nullable().default(null);

const country = z.string('must be given').transform((given, refinement) => {
  const code = countryCode(given);
  if (code === null) {
    refinement.addIssue(`"${given}" is not a country of /api/users/countries`);
    return z.NEVER;
  }
  return code;
});

const requiredFields = {
  name: z.string('must be given').trim().min(1, 'must not be empty'),
  email: z.email('must be an e-mail address'),
  country,
  timeZone: z
    .string('must be given')
    .refine((zone) => Object.hasOwn(timeZones(), zone), 'is not a zone of /api/users/timeZones'),
};
const optionalFields = {
  description: text,
  message: text,
  disabled: z.boolean('must be true or false').nullish().transform(Boolean),
  disabledMessage: text,
  tags: z
    .record(z.string(), z.string('must be text'), 'must be an object of texts')
    .nullish()
    .transform((tags) => tags ?? {}),
  privileges: z
    .array(z.string('must be text'), 'must be an array of texts')
    .nullish()
    .transform((words) => words ?? []),
  /** Id or name of a group, as it was written. */
  group: text,
  deviceId: text,
  adminDevices: z
    .number('must be a whole number, 0 or more')
    .int('must be a whole number, 0 or more')
    .nonnegative('must be a whole number, 0 or more')
    .nullable()
    .default(null),
  from: validity,
  expires: validity,
};

/** The members of a user that a request sets and a response shows. */
export const userMembers = Object.keys({ ...requiredFields, ...optionalFields });
/** What a user has of the fields that a request leaves out. */
export const emptyUserFields = z.object(optionalFields).parse({});

/** The body of POST and PUT on users (wire contract 5.3); system members are ignored. */
export const userSchema = z
  .object({
    ...requiredFields,
    ...optionalFields,
    password: z
      .string('must be text; leave it out to keep it')
      .min(1, 'must not be empty')
      .optional(),
  })
  .refine(({ from, expires }) => from === null || expires === null || from <= expires, {
    path: ['expires'],
    message: 'must not be before from',
  });

export type UserDocument = z.infer<typeof userSchema>;
