import { lazyPage } from '#lib/lazy-page';

export { openedFileMirror, openedFileNotice, useOpenedFile } from './opened-file';
export { SubmissionModeSetting, useSubmissionMode } from './submission-mode';
export { followSubmissions } from './submissions';

export const SubmitPage = lazyPage(async () => (await import('./submit-page')).SubmitPage);
