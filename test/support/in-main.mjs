/**
 * Runs something in main that may run twice: while main has much to do, the result of a call can be collected as
 * garbage before it is read.
 *
 * @template A, R
 * @param {import('@playwright/test').ElectronApplication} app
 * @param {(electron: typeof import('electron'), argument: A) => R | Promise<R>} work
 * @param {A} [argument]
 * @returns {Promise<R>}
 */
export async function inMain(app, work, argument) {
  try {
    return await app.evaluate(work, argument);
  } catch (error) {
    if (!/garbage collected/.test(error.message)) throw error;
    return await app.evaluate(work, argument);
  }
}
