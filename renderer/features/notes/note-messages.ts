export const messages = {
  title: 'Note',
  add: 'Add a note…',
  edit: 'Edit note',
  save: 'Save note',
  cancel: 'Discard changes',
  remove: 'Delete note',
  label: ({ device }: { device: string }) => `Note on ${device}`,
  where:
    'Stored encrypted on this computer only: it is not sent to the service, and colleagues do not see it.',
  tooLong: ({ most }: { most: string }) => `A note has at most ${most} characters.`,
  savedAge: ({ age }: { age: string }) => `On this computer only · saved ${age}`,
} as const;
