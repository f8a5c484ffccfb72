export { Wall, WallWithoutAccount } from './wall';
export { WallSetting } from './wall-setting';
