export { FleetPage } from './fleet-page';
export {
  createFleetStore,
  FleetProvider,
  useFleet,
  useFleetStore,
  type FleetStore,
} from './fleet-store';
export { pickedDevices } from './picked-devices';
