export { sayTakenOver, TakeAlongSetting } from './take-along';
