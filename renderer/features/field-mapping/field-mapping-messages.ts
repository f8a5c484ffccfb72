/** The texts with values of this feature. */
export const messages = {
  positionsNotUnderstood: (notUnderstood: number, answers: number) =>
    `${notUnderstood} of the last ${answers} positions were not understood`,
  devicesWithUnreadValues: (notUnderstood: number, answers: number) =>
    `${notUnderstood} of ${answers} devices have values that were not understood`,
  fieldsAreMapped: (fields: number) => `${fields} fields are mapped.`,
  readFrom: (label: string) => `${label}: read from`,
  looksLike: (name: string, label: string) => `“${name}” looks like “${label}”.`,
};
