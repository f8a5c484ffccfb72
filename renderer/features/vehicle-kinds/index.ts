export { followVehicleKinds, keepKinds, VehicleKindDialog, VehicleKindText } from './vehicle-kinds';
