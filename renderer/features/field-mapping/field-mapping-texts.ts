/** The fixed texts of this feature; those with values are in the modules of messages. */
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
} as const;
