export { DeviceSnooze, followSnoozes, SnoozeDialog, SnoozedDevices } from './snoozes';
