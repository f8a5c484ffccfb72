/** The texts of the question before quitting, each a whole message. */
export const quitMessages = {
  lossTitle: 'Quit and lose what is not saved?',

  unfinished: (job: { title: string; settled: number; rows: number }, others: number) => {
    const { title, settled, rows } = job;
    switch (others) {
      case 0:
        return `“${title}” is not finished: ${settled} of ${rows} rows are settled.`;
      case 1:
        return `“${title}” is not finished: ${settled} of ${rows} rows are settled. Another job is not finished either.`;
      default:
        return `“${title}” is not finished: ${settled} of ${rows} rows are settled. ${others} other jobs are not finished either.`;
    }
  },
  jobResumes:
    'Nothing is lost: what was sent is done, and the rest resumes automatically when Waypost is opened again.',
  jobNotWritten:
    'What was sent is done; the disk did not accept the last state of the job, so check the service before you repeat it.',
  jobNotKept:
    'What was sent is done; the rest is not sent, because nothing of this account is kept on this computer.',
  passwordsOfJob:
    'Passwords are never kept: rows that set one and are not sent by then have to be imported again.',

  draftsNotWritten: (records: number) =>
    records === 1
      ? 'Unsaved changes of one record may be lost: the disk did not accept the last changes.'
      : `Unsaved changes of ${records} records may be lost: the disk did not accept the last changes.`,
  draftsNotKept: (records: number) =>
    records === 1
      ? 'Unsaved changes of one record are lost: nothing of this account is kept on this computer.'
      : `Unsaved changes of ${records} records are lost: nothing of this account is kept on this computer.`,
  passwordsTyped: (count: number) =>
    count === 1
      ? 'A password that was typed and not saved is lost: passwords are never kept.'
      : `${count} passwords that were typed and not saved are lost: passwords are never kept.`,
};
