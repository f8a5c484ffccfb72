export { givenFileMirror, useGivenFile } from './opened-file';
export { GivenFileNotice } from './opened-file-notice';
export { ReadingSetting } from './submission-mode-setting';
export { useReading } from './submission-mode';
export { submitMirror } from './store';
export { SubmitPage } from './submit-page';
