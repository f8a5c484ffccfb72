export { JournalPage } from './journal-page';
export { journalMirror } from './store';
