import { FaultError, type Fault } from '#shared/fault';

/** The fault of an error; any other error is thrown again. */
export function faultIn(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  throw error;
}

/** Runs a change and redacts the password in a refusal: it must not appear on screen. */
export async function redactPassword<T>(edit: object, work: () => Promise<T>): Promise<T> {
  const { password } = edit as { password?: string };
  try {
    return await work();
  } catch (error) {
    const fault = faultIn(error);
    if (!password || !('message' in fault) || !fault.message?.includes(password)) throw error;
    throw new FaultError({ ...fault, message: fault.message.replaceAll(password, '…') });
  }
}

/** The service read the change and did not carry it out. */
export function isRefusal(fault: Fault): boolean {
  if (fault.kind === 'busy') return fault.status === 501;
  return fault.kind === 'conflict' || fault.kind === 'invalid';
}

/** The result is unknown: the change may have been carried out or not. */
export function isUnsure(fault: Fault): boolean {
  return fault.kind === 'offline' || fault.kind === 'busy' || fault.kind === 'notThisService';
}
