export { givenFileMirror, useGivenFile } from './given-file';
export { GivenFileNotice } from './given-file-notice';
export { ReadingSetting } from './reading-setting';
export { useReading } from './reading';
export { submitMirror } from './store';
export { SubmitPage } from './submit-page';
