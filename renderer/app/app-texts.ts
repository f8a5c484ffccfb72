import type { Format } from '#lib/format';

export const texts = {
  renew: 'Renew…',
  setLimits: 'Set limits…',
  removeFromGroups: 'Remove from groups…',
  addToGroups: 'Add to groups…',
  idCopied: 'ID copied',
  copyId: 'Copy ID',
  linkCopied: 'Link copied',
  copyLink: 'Copy link',
  openTheSubmitPage: 'Open the Submit page',
  add: 'Add…',
  alertsLast24H: 'Alerts, last 24 h',
  today: 'Today',
  overview: 'Overview',
  more: 'More',
  moreActions: 'More actions',
  following: 'Following',
  openInBrowserMap: 'Open in browser map',
  todaysTrack: 'Today’s track',
  showOnMap: 'Show on map',
  positionCopied: 'Position copied',
  copyPosition: 'Copy position',
  main: 'Main',
  skipToThePage: 'Skip to the page',
  refreshNow: 'Refresh now',
  newUser: 'New user',
  newGroup: 'New group',
  useTheLightTheme: 'Use the light theme',
  useTheDarkTheme: 'Use the dark theme',
  operate: 'Operate',
  manage: 'Manage',
  system: 'System',
  itsDevices: 'Its devices',
} as const;

export const messages = {
  actionsFor: (label: string) => `Actions for ${label}`,
  selectedDevices: 'selected devices',
  /** The devices of an action, as its filter. */
  deviceFilter: (label: string) => `device ${label}`,
};

export const pageNames = {
  fleet: 'Fleet',
  history: 'History',
  alerts: 'Alerts',
  groups: 'Groups',
  users: 'Users',
  limits: 'Limits',
  expiry: 'Expiry',
  jobs: 'Jobs',
  import: 'Import',
  submit: 'Submit',
  journal: 'Journal',
  settings: 'Settings',
} as const;

/** Jobs and journal are the tabs of one entry. */
export const activityName = 'Activity';

/** The description of a link with a badge. */
export function draftsNote(drafts: number, { counted }: Format): string {
  return `${counted(drafts, 'draft')} with unsaved changes`;
}

export function runningJobsNote(jobs: number, { count }: Format): string {
  return jobs === 1 ? 'A job is running' : `${count(jobs)} jobs are running`;
}

/** What the search of the header finds, beside what features name themselves. */
export const commandMessages = {
  activityTab: (tab: string) => `Activity: ${tab}`,
  group: (group: string) => `Group ${group}`,
  layout: (layout: string) => `Layout: ${layout}`,
  devicesNear: (search: string) => `Show devices ${search}`,
};
export const actionNames = {
  exportFleet: 'Export the fleet…',
  addMap: 'Add offline map…',
  advancedSettings: 'Settings: Advanced',
};

/** Other words for the pages and actions. They are not shown. */
export const pageKeywords: Record<keyof typeof pageNames, string> = {
  fleet: 'devices map table vehicles trackers',
  history: 'tracks trips stops route playback yesterday',
  alerts: 'sos alarms warnings notifications',
  groups: 'devices by group',
  users: 'people logins accounts access',
  limits: 'daily e-mail sms messages quota',
  expiry: 'renew licences expiring activate',
  jobs: 'tasks running bulk changes undo',
  import: 'csv excel xlsx upload file',
  submit: 'send positions alerts locations upload',
  journal: 'changes undo log audit who changed',
  settings: 'preferences options',
};
export const actionKeywords = {
  refresh: 'update reload positions',
  sinceYouLeft: 'handover shift changes',
  report: 'daily report pdf excel day trips print picture customer',
  exportFleet: 'csv xlsx excel kml geojson download print list',
  create: 'add create',
  addMap: 'mbtiles pmtiles file streets',
  snooze: 'mute do not disturb bell quiet alerts',
  layout: 'fleet page list',
  tour: 'help guide introduction',
  advancedSettings: 'raw data service report field mapping',
};
