import { lazyPage } from '#lib/lazy-page';

export { RenewDialog } from './renew-dialog';

export const ExpiryPage = lazyPage(async () => (await import('./expiry-page')).ExpiryPage);
