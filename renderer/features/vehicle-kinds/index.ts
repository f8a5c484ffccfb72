export { followVehicleKinds, VehicleKindDialog, VehicleKindText } from './vehicle-kinds';
export { kindTexts } from './kind-texts';
