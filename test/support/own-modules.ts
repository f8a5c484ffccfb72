import { vi } from 'vitest';

// Test files share processes. Each loads its own modules, so that none sees the state of another's.
vi.resetModules();
