import { z } from 'zod';

// The window's CSP forbids `new Function`, which zod would otherwise try. Imported before any schema
// is made.
z.config({ jitless: true });
