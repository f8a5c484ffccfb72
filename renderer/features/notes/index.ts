export { DeviceNote, followNotes, NoteDrafts } from './device-note';
