import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { language } from '../../../renderer/lib/language';
import { english } from '../english';
import { windowClient } from './main';

// Before each file of component tests: what happy-dom lacks, and main's side of the contract.

/** happy-dom lays nothing out. A table draws the rows that fit, so elements have a size. */
const size = { offsetWidth: 1000, offsetHeight: 640, clientWidth: 1000, clientHeight: 640 };
for (const [name, pixels] of Object.entries(size)) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => pixels });
}

/** A field that grows with its text is measured again when fonts are loaded. */
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

globalThis.waypost = windowClient;
language.set(english);

afterEach(cleanup);
