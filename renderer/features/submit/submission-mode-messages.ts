/** The setting that says how locations and alerts are sent; by what the service announced. */
export const modeMessages = {
  account: (name: string, address: string) => `Account: ${name}, ${address}.`,
  each: 'Each account has its own setting.',
  demo: {
    read: 'It uses what its service announces: read only. For other accounts this can be changed.',
    submit:
      'It uses what its service announces: read and submit. For other accounts this can be changed.',
  },
  auto: {
    read: 'As the service announced: read only',
    submit: 'As the service announced: read and submit',
  },
};
