/** Somebody else at work on the same account: plain calls, past everything of Waypost's own. */
export interface Colleague {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  patch<T>(path: string, operations: unknown[]): Promise<T>;
  remove(path: string): Promise<void>;
}

interface Account {
  url: string;
  userName: string;
  apiKey: string;
}

/** Gets a token of its own; paths begin after `/api/`. */
export async function colleagueAt({ url, userName, apiKey }: Account): Promise<Colleague> {
  const ask = async <T>(method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { token } = await ask<{ token: string }>('POST', 'Auth/Token', { userName, apiKey });
  return {
    get: (path) => ask('GET', path, undefined, token),
    post: (path, body) => ask('POST', path, body, token),
    patch: (path, operations) => ask('PATCH', path, operations, token),
    remove: async (path) => {
      await ask('DELETE', path, undefined, token);
    },
  };
}
