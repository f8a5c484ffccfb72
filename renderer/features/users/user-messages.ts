/** The texts with values of this feature. */
export const messages = {
  inZone: (day: string, zone: string) => `${day} (${zone})`,
  lastDayOfUsers: (zone: string) => `The users can log in until the end of this day (${zone}).`,
  wholeFirstDay: (zone: string) => `From the start of this day (${zone}).`,
  wholeLastDay: (zone: string) => `Until the end of this day (${zone}).`,
  notInList: (text: string) => `${text} (not in the list of groups)`,
  asSentByTheService: (current: string) => `${current} (as sent by the service)`,
  nameOfTag: (number: number) => `Name of tag ${number}`,
  textOfTag: (number: number) => `Text of tag ${number}`,
  removeTag: (name: string | number) => `Remove tag ${name}`,
  group: (group: string) => `Group ${group}`,
  groupNotInList: (group: string) => `Group ${group} (not in the list of groups)`,
  noPasswordYet: (name: string) =>
    `${name} may not be able to sign in until a password is set. You can set one later: edit the user and enter a new password.`,
  noLoginWord: (days: number) => `No login for ${days} d`,
  noLoginFor: (days: number) => `No login for ${days} days, or none since the user was created`,
  notUnderstoodAndLeftUnchanged: (items: string) => `Not understood, and left unchanged: ${items}`,
  cannotBeChanged: (text: string) => `${text}. It cannot be changed here.`,
  dayInZone: (day: string, zone: string) => `${day}. Days are in the time zone ${zone}.`,
};
