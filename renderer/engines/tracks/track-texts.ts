/** The name of the worker's task, where the window says that it stopped. */
export const showingTracks = 'Showing tracks';
