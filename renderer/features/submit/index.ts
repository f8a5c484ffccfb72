export { openedFileMirror, useOpenedFile } from './opened-file';
export { OpenedFileNotice } from './opened-file-notice';
export { SubmissionModeSetting } from './submission-mode-setting';
export { useSubmissionMode } from './submission-mode';
export { submitMirror } from './store';
export { SubmitPage } from './submit-page';
