export { ReadingSetting } from './reading-setting';
export { useReading } from './reading';
export { SubmitPage } from './submit-page';
