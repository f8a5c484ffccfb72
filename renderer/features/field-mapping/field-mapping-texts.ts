export const texts = {
  useThisMapping: 'Use this mapping',
  export: 'Export…',
  reset: 'Reset',
  chooseTheMemberOfThe:
    'Choose the member of the answer that each field is read from. The preview shows the latest answers with this mapping. It applies to all answers of this account once you confirm it.',
  fieldMapping: 'Field mapping',
  mapFields: 'Map fields…',
  forServicesThatSendKnown:
    'For services that send known values under other names. It is stored with this account.',
  theServiceSendsThemIn:
    'The service sends them in a form that Waypost does not know. The last known values stay on screen with their age.',
  itsOwnName: 'Its own name',
  preview: 'Preview',
  readFrom: 'Read from',
  noAnswerOfThisKind: 'No answer of this kind was received in this session.',
  positions: 'Positions',
  devices: 'Devices',
  limitsOfDevices: 'Limits of devices',
  noFieldIsMapped: 'No field is mapped.',
  oneFieldIsMapped: 'One field is mapped.',
  secondsSince1970: 'seconds since 1970',
  millisecondsSince1970: 'milliseconds since 1970',
  none: 'None',
} as const;

export const messages = {
  positionsNotUnderstood: (notUnderstood: number, answers: number) =>
    `${notUnderstood} of the last ${answers} positions were not understood`,
  devicesWithUnreadValues: (notUnderstood: number, answers: number) =>
    `${notUnderstood} of ${answers} devices have values that were not understood`,
  fieldsAreMapped: (fields: number) => `${fields} fields are mapped.`,
  readFrom: (label: string) => `${label}: read from`,
  looksLike: (name: string, label: string) => `“${name}” looks like “${label}”.`,
};
