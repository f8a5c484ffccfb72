import { describe, expect, it } from 'vitest';
import { createTypedSecrets } from './typed-secrets';

describe('typed secrets', () => {
  it('keeps the text out of what stands for it', () => {
    const secrets = createTypedSecrets();
    const secret = secrets.hold('Blue Heron');
    expect(JSON.stringify(secret)).not.toContain('Blue Heron');
    expect(secrets.read(secret)).toBe('Blue Heron');
    expect(secrets.read('Blue Heron')).toBeNull();
    expect(secrets.read(null)).toBeNull();
  });

  it('reveals the text in an edit that is sent, and changes nothing else', () => {
    const secrets = createTypedSecrets();
    const edit = { name: 'Ana', tags: { secretId: 1 }, group: null, password: secrets.hold('a') };
    expect(secrets.reveal(edit)).toEqual({ ...edit, password: 'a' });
    expect(secrets.reveal({ name: 'Ana' })).toEqual({ name: 'Ana' });
  });

  it('removes texts that no draft refers to, and sends nothing for them', () => {
    const secrets = createTypedSecrets();
    const first = secrets.hold('first');
    const second = secrets.hold('second');
    secrets.keepOnly([{ name: 'Ana', password: second }, { disabled: true }]);
    expect(secrets.read(first)).toBeNull();
    expect(secrets.read(second)).toBe('second');
    expect(secrets.reveal({ name: 'Ana', password: first })).toEqual({ name: 'Ana' });
  });
});
