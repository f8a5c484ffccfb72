export type Value = string | number | boolean | null | undefined | Value[] | Body;
export interface Body {
  [name: string]: Value;
}

/** The member names that the specification and the wire contract document. */
const documentedNames =
  'success error errorCode errorText apiUsage apiDailyUsage data token expires ' +
  'devices device lastLocation locations alerts groups group users user countries timeZones ' +
  'id name description min tags creation lastModified ' +
  'dateTime latitude longitude speed course text notifications ' +
  'email country timeZone message disabled disabledMessage privileges deviceId adminDevices ' +
  'from password modification lastLogin';
const byLowerCase = new Map(documentedNames.split(' ').map((name) => [name.toLowerCase(), name]));

export const isObject = (value: Value): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object under their documented names, and those that were written otherwise. */
export function spelled(object: Body): { object: Body; others: string[] } {
  const others: string[] = [];
  const members = Object.entries(object).map(([name, value]): [string, Value] => {
    const documented = byLowerCase.get(name.toLowerCase());
    if (!documented || documented === name || Object.hasOwn(object, documented))
      return [name, value];
    others.push(name);
    return [documented, value];
  });
  return { object: Object.fromEntries(members), others };
}
