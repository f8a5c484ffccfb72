import type { Fault } from '#shared/fault';

interface NotStoredWords {
  title: string;
  what: string;
  todo: string;
}

const inMemory =
  'Drafts, notes, acknowledgements, jobs and journal entries made now are only in memory and are lost when Waypost closes or stops. What was stored before is unchanged.';

/** The message that nothing new is stored; `isUntilRestart`: the file could not be used at the start. */
export function notStoredText(fault: Fault, isUntilRestart: boolean): NotStoredWords {
  const reason = fault.kind === 'storage' ? fault.reason : 'damaged';
  const again = isUntilRestart
    ? 'Then restart Waypost.'
    : 'Waypost then stores everything automatically.';
  switch (reason) {
    case 'full':
      return {
        title: 'Not stored: the disk is full',
        what: inMemory,
        todo: `Make room on the disk. ${again}`,
      };
    case 'damaged':
    case 'passphrase':
      return {
        title: 'Not stored: the file with your work cannot be used',
        what: inMemory,
        todo: 'Restart Waypost.',
      };
    case 'unwritable':
      return {
        title: 'Not stored: the folder of Waypost’s data cannot be written',
        what: inMemory,
        todo: `Check the rights of the folder, and whether another program uses it. ${again}`,
      };
  }
}
