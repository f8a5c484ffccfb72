export { FleetPage } from './fleet-page';
export {
  createFleetStore,
  firstQuery,
  FleetProvider,
  useFleet,
  useFleetStore,
  type FleetStore,
} from './fleet-store';
export { clearPicked, pickedIds } from './picked-devices';
export { refreshDevices, refreshFleet, RefreshQuestion, useRefreshName } from './refresh-fleet';
export { layoutLooks } from './fleet-toolbar';
export { fleetLayouts } from './layout';
export { GroupSelect } from './group-select';
export { DevicePicker, type ChosenDevice } from './device-picker';
export { NearestStreet, NearestTown, usePlace } from './device-details';
export { ExpiryFacts } from './device-values';
export { filterOf, isFiltered, queryOf, StateCounts } from './filters';
export { contentOf, savedViewsStore, showSavedView, showSavedViewOf } from './saved-views';
export { DevicePhones } from './device-phone';
export { useCopyAsText } from './copy-as-text';
