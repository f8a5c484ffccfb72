export { ReadingSetting } from './reading-setting';
export { SubmitLink } from './submit-link';
export { SubmitPage } from './submit-page';
