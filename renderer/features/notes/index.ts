export { DeviceNote } from './device-note';
export { followNotes } from './follow';
export { NoteDrafts } from './follow-drafts';
export { notesStore } from './store';
