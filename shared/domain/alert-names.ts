/** The names `alertName` may hold (wire contract, appendix A), each with what it is raised for. */
export const alertNames: Readonly<Record<string, string>> = {
  GPSOff: 'Positioning is switched off',
  GPSNoSignal: 'No satellite signal',
  GPSUnplugged: 'Tracker cut from its main power',
  ForbiddenArea: 'Entered a forbidden zone',
  AllowedArea: 'Left an allowed zone',
  CheckPoint: 'Control point reached or left',
  CheckArea: 'Control zone crossed',
  Route: 'Strayed from its route',
  SOSButton: 'Panic button pressed',
  SpeedLimit: 'Faster than the set speed',
  SpeedLower: 'Slower than the set speed',
  NoMovementTime: 'Standing still for too long',
  IdleTime: 'Engine on without moving for too long',
  HarshBraking: 'Hard braking',
  HarshAcceleration: 'Hard acceleration',
  Vibration: 'Shock or vibration',
  Mileage: 'Set distance reached',
  RPM: 'Engine speed above the set value',
  LowBattery: 'Internal battery low',
  BatteryVoltage: 'Main battery voltage out of range',
  SleepMode: 'Power-saving mode entered',
  Offline: 'No connection for the set time',
  AuthenticationFailed: 'Sign-in of device or driver failed',
  ExpiredDate: 'A set date has passed',
  FutureDate: 'Fix dated in the future',
  PastDate: 'Fix dated in the past',
  ...numbered((n) => [`Sensor${n}On`, `Input ${n} went on`]),
  ...numbered((n) => [`Sensor${n}Off`, `Input ${n} went off`]),
  ...numbered((n) => [`Sensor${n}Time`, `Input ${n} on for too long`]),
  ...numbered((n) => [`SensorAccumulated${n}Time`, `Total time of input ${n} above the set value`]),
  TemperatureGreaterThan: 'Temperature above the set value',
  TemperatureLowerThan: 'Temperature below the set value',
  Temperature2GreaterThan: 'Second temperature above the set value',
  Temperature2LessThan: 'Second temperature below the set value',
  FuelJumpDown: 'Sudden drop of fuel',
  FuelJumpDown2: 'Sudden drop of fuel in tank 2',
  FuelJumpUp: 'Sudden rise of fuel',
  FuelJumpUp2: 'Sudden rise of fuel in tank 2',
  FuelLessThan: 'Fuel below the set level',
  FuelLessThan2: 'Fuel in tank 2 below the set level',
  AttributeEquals: 'A value of the device equals the set one',
  AttributeLessThan: 'A value of the device is below the set one',
  AttributeGreaterThan: 'A value of the device is above the set one',
};

function numbered(name: (n: number) => [string, string]): Record<string, string> {
  return Object.fromEntries([1, 2, 3, 4].map(name));
}

/** What an alert is raised for; names nobody documented stay as they are. */
export const alertWords = (name: string) =>
  Object.hasOwn(alertNames, name) ? alertNames[name]! : name;
