import * as own from '#main/api/request';

// The app's own HTTP layer; notes when the head of an answer about a device arrived.

export * from '#main/api/request';

/** Epoch milliseconds by the id of the device. */
export const arrivedAt = new Map<string, number>();

export const send: typeof own.send = (call, options) => {
  const id = /\/api\/devices\/([^/]+)\/lastLocation$/.exec(call.url)?.[1];
  if (id === undefined) return own.send(call, options);
  return own.send(call, {
    ...options,
    fetch: async (url, init) => {
      const response = await options.fetch(url, init);
      arrivedAt.set(decodeURIComponent(id), Date.now());
      return response;
    },
  });
};
