export { AccountMenu } from './account-menu';
export { ConnectPage } from './connect-page';
export { SessionBanners } from './session-banners';
export { sessionMirror, useOpenSession, useSession, type OpenSession } from './store';
export { UnlockPage } from './unlock-page';
