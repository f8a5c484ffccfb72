// Loaded by Electron before the app (`-r`): answers the native questions about new hosts as a user would.
// Other dialogs stay as they are, but for the offer of safe mode, which comes before a test can answer it: it is declined. An app that opens its account at once may ask before a test can reach it.
const { dialog } = require('electron');

// Not a file that the app is asked to open.
process.argv.splice(process.argv.indexOf(__filename) - 1, 2);

const response = process.env.WAYPOST_TEST_REFUSES_HOSTS === '1' ? 1 : 0;
const show = dialog.showMessageBox.bind(dialog);
const asked = [];
globalThis.waypostHostQuestions = asked;
dialog.showMessageBox = (...given) => {
  const question = given.at(-1);
  const isOffer = question.message.startsWith('Waypost did not start');
  if (!isOffer && !/^(Connect to|Load the map from) /.test(question.message)) return show(...given);
  asked.push(question);
  return Promise.resolve({ response: isOffer ? 1 : response, checkboxChecked: false });
};
