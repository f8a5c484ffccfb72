/** The documented error statuses of the interface (wire contract 1.5). */
type RefusalStatus = 400 | 401 | 403 | 404 | 408 | 409 | 415 | 429 | 500 | 503;

/** Thrown inside a call: the call ends with this status and message. */
export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

export function refuse(status: RefusalStatus, message: string): never {
  throw new Refusal(status, message);
}
