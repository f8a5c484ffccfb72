/** Another client of the same account: plain calls, without any code of the app. */
export interface OtherClient {
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

/** Signs in with its own token; paths begin after `/api/`. */
export async function connectOtherClient({ url, userName, apiKey }: Account): Promise<OtherClient> {
  const call = async <T>(method: string, path: string, body?: unknown, token?: string) => {
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
  const { token } = await call<{ token: string }>('POST', 'Auth/Token', { userName, apiKey });
  return {
    get: (path) => call('GET', path, undefined, token),
    post: (path, body) => call('POST', path, body, token),
    patch: (path, operations) => call('PATCH', path, operations, token),
    remove: async (path) => {
      await call('DELETE', path, undefined, token);
    },
  };
}
