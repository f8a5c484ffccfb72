export { FleetPage } from './fleet-page';
export { createFleetStore, FleetProvider, useFleet, type FleetStore } from './fleet-store';
