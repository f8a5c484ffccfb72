import { lazyPage } from '#lib/lazy-page';

export { openedFileMirror, useOpenedFile } from './opened-file';
export { openedFileNotice } from './opened-file-notice';
export { SubmissionModeSetting } from './submission-mode-setting';
export { useSubmissionMode } from './submission-mode';
export { followSubmissions } from './store';

export const SubmitPage = lazyPage(async () => (await import('./submit-page')).SubmitPage);
