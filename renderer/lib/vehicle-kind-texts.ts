import type { VehicleKind } from '#shared/domain/vehicle-kind';

export const vehicleKindNames: Record<VehicleKind, string> = {
  van: 'Van',
  truck: 'Truck',
  car: 'Car',
  trailer: 'Trailer',
  container: 'Container',
  person: 'Person',
  boat: 'Boat',
};
