const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether a code of the system means that there is no room: on the disk, of a quota, in one file. */
export const isDiskFull = (code: string) => fullCodes.includes(code);
