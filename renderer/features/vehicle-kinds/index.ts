export { followVehicleKinds, VehicleKindDialog } from './vehicle-kinds';
export { kindTexts } from './kind-texts';
