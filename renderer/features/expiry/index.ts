import { lazyPage } from '#lib/lazy-page';

export { RenewDialog } from './renewal';

export const ExpiryPage = lazyPage(async () => (await import('./expiry-page')).ExpiryPage);
