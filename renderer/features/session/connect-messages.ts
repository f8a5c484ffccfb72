/** Texts for connecting while the demo is open. */
export const ownAccountMessages = {
  title: 'Connect your account',
  demoStays: 'The demo stays open until the service accepts the key.',
  lost: (changes: number, jobs: number) =>
    changes > 0 || jobs > 0
      ? 'Connecting closes the demo: its unsaved changes and unfinished jobs are lost.'
      : null,
};
