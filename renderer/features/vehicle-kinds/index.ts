export { followVehicleKinds, VehicleKindDialog, VehicleKindText } from './vehicle-kinds';
