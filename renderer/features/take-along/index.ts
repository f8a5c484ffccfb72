export { TakeAlongSetting } from './take-along';
