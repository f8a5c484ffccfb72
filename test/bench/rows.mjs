/** The first device in the table. A table without devices has a row too, for its message. */
export const firstDevice = (page) =>
  page
    .getByRole('table', { name: 'Devices' })
    .locator('[aria-rowindex="2"]:not([aria-label^="Loading"])');
