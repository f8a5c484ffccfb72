// Loaded by Electron before the app (`-r`): answers the native questions about new hosts as a user would, in any
// language. An app that opens its account at once may ask before a test can reach it. So does the offer of safe mode,
// which is declined. Other dialogs stay as they are.
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { dialog } = require('electron');

// Not a file that the app is asked to open.
process.argv.splice(process.argv.indexOf(__filename) - 1, 2);

const show = dialog.showMessageBox.bind(dialog);
const locales = path.resolve(__dirname, '..', '..', 'dist', 'locales');
const catalogues = () =>
  readdirSync(locales).map((name) => JSON.parse(readFileSync(path.join(locales, name), 'utf8')));
const asked = [];
globalThis.waypostHostQuestions = asked;
dialog.showMessageBox = (...given) => {
  const question = given.at(-1);
  const { message, detail = '' } = question;
  const isSaid = (key, of) => catalogues().some((each) => of.endsWith(each[key]));
  const isOffer = isSaid('desktop.safeMode.question', message);
  const isAboutHosts =
    isSaid('desktop.hosts.service.detail', detail) || isSaid('desktop.hosts.map.detail', detail);
  if (!isOffer && !isAboutHosts) return show(...given);
  asked.push(question);
  // A test may change its mind.
  const refuses = isOffer || process.env.WAYPOST_TEST_REFUSES_HOSTS === '1';
  return Promise.resolve({ response: refuses ? 1 : 0, checkboxChecked: false });
};
