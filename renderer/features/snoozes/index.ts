export { DeviceSnooze, followSnoozes, SnoozeDialog, SnoozedDevices } from './snoozes';
export { texts as snoozeTexts } from './snoozes-texts';
