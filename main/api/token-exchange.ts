import type { RequestQueue } from '#main/pace/request-queue';
import { fail, FaultError } from '#shared/fault';
import { decodeTokenAnswer } from '#shared/wire/token';
import { faultOfExchange } from './failure';
import { withoutSecrets } from './redaction';
import { AnswerError, type HttpAnswer } from './request';
import type { ApiOptions, Sender } from './sender';
import type { Exchanged } from './token';

const path = '/api/Auth/Token';
const json = 'application/json';

/** Exchanges the API key for a token (specification 4.1). Rejects with FaultError. */
export function createTokenExchange(
  { address, userName }: Pick<ApiOptions, 'address' | 'userName'>,
  queue: Pick<RequestQueue, 'begin'>,
  send: Sender,
): (apiKey: string) => Promise<Exchanged> {
  return async (apiKey) => {
    const gated = queue.begin({ source: 'token', path });
    try {
      await gated.turn();
      return await send({
        path,
        mayRepeat: false,
        call: {
          method: 'POST',
          url: address + path,
          headers: { accept: json, 'content-type': json },
          body: JSON.stringify({ userName, apiKey }),
        },
        read: (answer) => ({ value: readExchange(answer), skippedRecords: 0 }),
        // The answer itself is not redacted: a service may use the key as the token.
        secrets: [],
        gated,
      });
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      const { answer } = error;
      const message = answer.message && withoutSecrets(answer.message, [apiKey], false);
      throw new FaultError(faultOfExchange({ ...answer, message }));
    } finally {
      gated.end();
    }
  };
}

function readExchange({ json: body, date, status }: HttpAnswer): Exchanged {
  const answer = decodeTokenAnswer(body);
  const { token } = answer;
  if (token === null) fail({ kind: 'notThisService', evidence: 'shape', status });
  return { answer: { ...answer, token }, date };
}
