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
    const said = 'message' in fault ? fault.message : undefined;
    if (!password || typeof said !== 'string' || !said.includes(password)) throw error;
    throw new FaultError({ ...fault, message: said.replaceAll(password, '…') } as Fault);
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
