export { DeviceNote, followNotes, NoteDrafts, takeNote } from './device-note';
