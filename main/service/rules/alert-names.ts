const each = (...names: string[]) => names;
const numbered = (name: (number: number) => string) => [1, 2, 3, 4].map(name);

/** The names `alertName` may hold (wire contract, appendix A), in the case shown there. */
export const alertNames: ReadonlySet<string> = new Set([
  ...each('GPSOff', 'GPSNoSignal', 'GPSUnplugged'),
  ...each('ForbiddenArea', 'AllowedArea', 'CheckPoint', 'CheckArea', 'Route', 'SOSButton'),
  ...each('SpeedLimit', 'SpeedLower', 'NoMovementTime', 'IdleTime'),
  ...each('HarshBraking', 'HarshAcceleration', 'Vibration', 'Mileage', 'RPM'),
  ...each('LowBattery', 'BatteryVoltage', 'SleepMode', 'Offline', 'AuthenticationFailed'),
  ...each('ExpiredDate', 'FutureDate', 'PastDate'),
  ...numbered((number) => `Sensor${number}On`),
  ...numbered((number) => `Sensor${number}Off`),
  ...numbered((number) => `Sensor${number}Time`),
  ...numbered((number) => `SensorAccumulated${number}Time`),
  ...each('TemperatureGreaterThan', 'TemperatureLowerThan'),
  ...each('Temperature2GreaterThan', 'Temperature2LessThan'),
  ...each('FuelJumpDown', 'FuelJumpDown2', 'FuelJumpUp', 'FuelJumpUp2'),
  ...each('FuelLessThan', 'FuelLessThan2'),
  ...each('AttributeEquals', 'AttributeLessThan', 'AttributeGreaterThan'),
]);
