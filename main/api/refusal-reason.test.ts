import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf, useFixtureAccount } from './account.test-support';
import { reasonOf, shortened } from './refusal-reason';
import { withoutSecrets } from './request';

const account = useFixtureAccount();

/** The reason of a refusal as a client reads it. */
async function reasonFrom(
  body: string | Uint8Array,
  { type = 'application/json', status = 400 }: { type?: string; status?: number } = {},
): Promise<string | undefined> {
  account.answer = (_, response) =>
    void response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body);
  const fault = await faultOf(account.client().user('u'));
  return 'message' in fault ? (fault.message as string) || undefined : undefined;
}

const taken = 'The address is used by another account.';

describe('the reason of a refusal in JSON', () => {
  test.each<[string, unknown, string]>([
    [
      'problem details with errors by field',
      {
        type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
        title: 'One or more validation errors occurred.',
        status: 400,
        errors: { Email: [taken] },
        traceId: '00-84c1-01',
      },
      `One or more validation errors occurred. Email: ${taken}`,
    ],
    [
      'title and detail',
      { title: 'Out of credit', detail: 'You have 30 left' },
      'Out of credit; You have 30 left',
    ],
    [
      'a title that is only the status',
      { title: 'Bad Request', status: 400, detail: taken },
      taken,
    ],
    ['a nested error with a code', { error: { code: 'DUP', message: 'Name taken' } }, 'Name taken'],
    [
      'a nested error with other members',
      { error: { message: 'Name taken', requestId: 'r-1' } },
      'Name taken',
    ],
    ['a member of this service', { success: false, error: 'No.' }, 'No.'],
    ['the older member', { success: false, errorCode: 1, errorText: ' No. ' }, 'No.'],
    [
      'OAuth',
      { error: 'invalid_client', error_description: 'The key has expired.' },
      'The key has expired.',
    ],
    ['a code without a sentence', { error: 'invalid_client' }, 'invalid_client'],
    ['a message', { message: 'Name taken' }, 'Name taken'],
    ['a message in capitals', { Message: 'Name taken' }, 'Name taken'],
    [
      'a list of messages',
      { errors: [{ message: 'Name taken' }, { message: 'Too long' }] },
      'Name taken; Too long',
    ],
    ['a list of texts', { errors: ['Name taken.', 'Too long'] }, 'Name taken. Too long'],
    ['texts by field', { errors: { email: 'is not valid' } }, 'email: is not valid'],
    [
      'objects by field',
      { errors: { email: { message: 'is used', kind: 'unique', path: 'email' } } },
      'email: is used',
    ],
    [
      'fields that are called as a reason is',
      { errors: { name: ['Taken'], description: ['Too long'] } },
      'name: Taken; description: Too long',
    ],
    [
      'nothing but texts by field',
      { email: ['This field must be unique.'] },
      'email: This field must be unique.',
    ],
    ['texts of no field', { non_field_errors: ['Unable to log in.'] }, 'Unable to log in.'],
    [
      'places of fields',
      { detail: [{ loc: ['body', 'email'], msg: 'not an e-mail', type: 'value_error' }] },
      'email: not an e-mail',
    ],
    [
      'pointers to fields',
      {
        errors: [
          { status: '422', source: { pointer: '/data/attributes/name' }, detail: 'is taken' },
        ],
      },
      'name: is taken',
    ],
    [
      'a field named in the text',
      { errors: { Name: ['The Name field is required.'] } },
      'The Name field is required.',
    ],
    [
      'a state of the model',
      { Message: 'The request is invalid.', ModelState: { 'user.Email': [taken] } },
      `The request is invalid. Email: ${taken}`,
    ],
    [
      'violations',
      { title: 'An error occurred', violations: [{ propertyPath: 'name', message: 'is taken' }] },
      'An error occurred; name: is taken',
    ],
    [
      'parameters',
      {
        title: 'Your request is not valid.',
        'invalid-params': [{ name: 'age', reason: 'must be positive' }],
      },
      'Your request is not valid. age: must be positive',
    ],
    [
      'a translated message',
      { error: { code: '', message: { lang: 'en', value: 'Name taken' } } },
      'Name taken',
    ],
    [
      'a status phrase and a message',
      {
        timestamp: 't',
        status: 409,
        error: 'Conflict',
        message: 'Name taken',
        path: '/api/users/u',
      },
      'Name taken',
    ],
    [
      'the same text twice',
      { message: 'Name taken', error: { message: 'Name taken' } },
      'Name taken',
    ],
    [
      'field violations',
      {
        error: {
          status: 'INVALID_ARGUMENT',
          details: [
            { '@type': 'x', fieldViolations: [{ field: 'user.name', description: 'is taken' }] },
          ],
        },
      },
      'name: is taken',
    ],
    [
      'a sentence and a code beside it, in an entry for a field',
      {
        code: 3,
        message: 'invalid argument',
        details: [{ fieldViolations: [{ field: 'email', description: 'not valid', reason: 'X' }] }],
      },
      'invalid argument; email: not valid',
    ],
    [
      'codes by field',
      { message: 'Validation Failed', errors: [{ resource: 'User', field: 'name', code: 'dup' }] },
      'Validation Failed; name: dup',
    ],
    [
      'lists of messages and texts by field',
      { errorMessages: ['A name is required'], errors: { summary: 'You must specify a summary.' } },
      'A name is required; You must specify a summary.',
    ],
    [
      'causes',
      { errorSummary: 'Validation failed', errorCauses: [{ errorSummary: 'The name is taken' }] },
      'Validation failed; The name is taken',
    ],
    [
      'names with a prefix',
      { 'hydra:title': 'An error occurred', 'hydra:description': 'Name taken' },
      'An error occurred; Name taken',
    ],
    [
      'names in capitals, inside another member',
      { ResponseStatus: { ErrorCode: 'Dup', Message: 'Name taken' } },
      'Name taken',
    ],
    [
      'an exception beside a message',
      { Message: 'An error has occurred.', ExceptionMessage: 'Name taken', StackTrace: ' at X' },
      'An error has occurred. Name taken',
    ],
    [
      'a reason beside the name of the status, embedded',
      { message: 'Bad Request', _embedded: { errors: [{ message: 'user.email: is used' }] } },
      'user.email: is used',
    ],
    [
      'texts by field as data',
      { status: 'fail', data: { name: 'Is required here' } },
      'name: Is required here',
    ],
    [
      'errors in a tree',
      { errors: [], properties: { email: { errors: [taken] } } },
      `email: ${taken}`,
    ],
    ['lists of a nested field', { profile: { phone: ['No phone'] } }, 'No phone'],
    [
      'an entry with the field',
      { errors: [{ attr: 'name', code: 'x', detail: 'Taken' }] },
      'name: Taken',
    ],
    ['names with lines', { error_msg: 'Name taken', error_code: 5 }, 'Name taken'],
    ['short names', { err: { msg: 'Name taken' } }, 'Name taken'],
    ['a wrapped answer', { response: { body: '{"error":"Name taken"}' } }, 'Name taken'],
    ['an answer in a text', { error: '{"message":"Name taken"}' }, 'Name taken'],
    ['tags', { message: '<p>Name <b>taken</b>.</p>' }, 'Name taken.'],
    ['named characters', { message: '&quot;A&amp;B&quot; is taken' }, '"A&B" is taken'],
    [
      'a member in another language',
      { mensaje: 'El nombre ya existe' },
      'mensaje: El nombre ya existe',
    ],
    [
      'the state of the program',
      { message: 'Name taken', exception: 'E', trace: [{ file: '/a', line: 1, function: 'f' }] },
      'Name taken',
    ],
    [
      'a list of keys',
      {
        message: 'Bad Request',
        error: 'The body is wrong',
        validation: { source: 'payload', keys: ['email'] },
      },
      'The body is wrong',
    ],
    ['a text alone', 'Name taken', 'Name taken'],
    ['a list alone', ['Name taken'], 'Name taken'],
    [
      'characters that nobody sees',
      { message: 'Name\u0000 \u202Etaken\r\n\tnow\u2069' },
      'Name taken now',
    ],
  ])('%s', async (_, body, reason) => {
    expect(await reasonFrom(JSON.stringify(body))).toBe(reason);
    // The type of the body may be wrong or missing.
    expect(await reasonFrom(JSON.stringify(body), { type: 'text/html', status: 409 })).toBe(reason);
    expect(await reasonFrom(JSON.stringify(body), { type: '', status: 403 })).toBe(reason);
  });

  test.each([
    {},
    [],
    null,
    4,
    { errors: {} },
    { id: 'u', name: 'Ada' },
    { error: { code: 4 } },
    { message: ' ' },
  ])('is not found in %j', async (body) => {
    expect(await reasonFrom(JSON.stringify(body))).toBeUndefined();
  });

  test('is read in the encoding of the body', async () => {
    const body = Buffer.from('{"message":"Größe ungültig"}', 'latin1');
    expect(await reasonFrom(body, { type: 'application/json; charset=iso-8859-1' })).toBe(
      'Größe ungültig',
    );
    expect(await reasonFrom(body)).toBe('Größe ungültig');
    expect(await reasonFrom(Buffer.from('\ufeff{"message":"Größe"}', 'utf16le'))).toBe('Größe');
    expect(
      await reasonFrom('{"message":"Größe"}', { type: 'application/json; charset=iso-8859-1' }),
    ).toBe('Größe');
  });
});

describe('the reason of a refusal in a text', () => {
  test.each([
    ['Name taken', 'text/plain', 'Name taken'],
    ['Name taken\r\nTry another one.', '', 'Name taken Try another one.'],
    [
      'System.Exception: Name taken\n   at Service.Save()\n   at Main()',
      'text/plain',
      'System.Exception: Name taken',
    ],
    [
      '<html><head><title>Closed</title><style>b{}</style></head><body><script>x("no")</script><h1>Closed</h1><p>Back at 5&nbsp;pm &amp; later</p></body>',
      'text/html',
      'Closed Back at 5 pm & later',
    ],
    [
      '<?xml version="1.0"?><problem><detail>Name taken</detail></problem>',
      'application/problem+xml',
      'Name taken',
    ],
    [
      '<s:Envelope><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>Name taken</faultstring><detail><e:id>42</e:id></detail></s:Fault></s:Body></s:Envelope>',
      'text/xml',
      'Name taken',
    ],
    [
      '<env:Fault><env:Code><env:Value>env:Sender</env:Value></env:Code><env:Reason><env:Text xml:lang="en">Name taken</env:Text></env:Reason></env:Fault>',
      'application/soap+xml',
      'Name taken',
    ],
    [
      '<Error><Message>The request is invalid.</Message><ModelState><user.Email>The address is used.</user.Email></ModelState></Error>',
      'application/xml',
      'The request is invalid. The address is used.',
    ],
    [
      '<e><message><![CDATA[Name "x" <taken> & locked]]></message><!-- <b>for developers</b> --></e>',
      'text/xml',
      'Name "x" <taken> & locked',
    ],
    [
      '<html><head><title>Error</title></head><body><pre>Error: Name taken<br> &nbsp; &nbsp;at next (/srv/x.js:1:1)</pre></body></html>',
      'text/html',
      'Error: Name taken',
    ],
    [
      '<html><title>403 Forbidden</title><h1>Forbidden <span>(403)</span></h1><p>The check failed.</p><address>Apache/2.4.41 (Ubuntu) Server at a.example Port 443</address></html>',
      'text/html',
      'The check failed.',
    ],
    [
      '<html><title>HTTP Status 404 – Not Found</title><p><b>Type</b> Status Report</p><p><b>Message</b> No such user</p><h3>Apache Tomcat/9.0.54</h3></html>',
      'text/html',
      'No such user',
    ],
    [
      '<p>schon vergeben &ndash; w&auml;hlen &bdquo;Neu&ldquo;</p>',
      'text/html',
      'schon vergeben – wählen „Neu“',
    ],
    [')]}\',\n{"error":{"message":"Name taken"}}', 'application/json', 'Name taken'],
    ['<b>Warning</b>: x in y.php\n{"error":"Name taken"}', 'text/html', 'Name taken'],
    ['{"error":"Name taken"}\n{"x":1}\n', 'application/x-ndjson', 'Name taken'],
    [
      'error=invalid_request&error_description=Name+taken',
      'application/x-www-form-urlencoded',
      'Name taken',
    ],
    [
      'Traceback (most recent call last):\n  File "a.py"\nValueError: Name taken\n',
      '',
      'ValueError: Name taken',
    ],
  ])('%j of the type %j', async (body, type, reason) => {
    expect(await reasonFrom(body, { type, status: 409 })).toBe(reason);
  });

  test.each([
    '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx/1.24.0</center></body></html>',
    '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx/1.18.0 (Ubuntu)</center></body></html>',
    '<html><title>Server Error (500)</title><h1>Server Error (500)</h1></html>',
    '<html><body',
    '{"message":"Name ta',
    '\u0000\u0001\u0002',
    ' \n',
  ])('is not found in %j', async (body) => {
    expect(await reasonFrom(body, { type: 'text/html', status: 502 })).toBeUndefined();
  });
});

describe('a reason', () => {
  test('is bounded, and has no part of a secret at its end', async () => {
    account.apiKey = 'K'.repeat(40);
    account.exchange = (_, response) =>
      void response
        .writeHead(401)
        .end(JSON.stringify({ error: `${'x '.repeat(240)}${account.apiKey!} is wrong` }));
    const fault = await faultOf(account.client().user('u'));
    const { message } = fault as { message: string };
    expect(message.length).toBeLessThanOrEqual(500);
    expect(message).not.toContain('KK');
    expect(shortened('x'.repeat(600))).toHaveLength(500);
  });

  test('is found in a large page in a time that grows with its length', () => {
    for (const part of ['<!--', '<![CDATA[', '<', '&', '\n', '\n{', '<b>x</b>', 'a=b&', ' at ']) {
      const beginning = new TextEncoder().encode(part.repeat(1_000_000 / part.length));
      const page = { json: undefined, beginning, contentType: 'text/html' };
      const reason = reasonOf(page, (shown) => shown);
      expect(shortened(reason ?? '').length, part).toBeLessThanOrEqual(500);
    }
    // With its square it would take many minutes.
  }, 60_000);

  test('has no secret that the answer repeats, however it is written', () => {
    const secret = 'a&b "c" d';
    const bytes = (text: string) => new TextEncoder().encode(text);
    const of = (json: unknown, text = '') =>
      reasonOf({ json, beginning: bytes(text), contentType: '' }, (shown) =>
        withoutSecrets(shown, [secret], false),
      );
    expect(of({ error: { message: `not ${secret}` } })).toBe('not …');
    expect(of({ errors: { key: [secret] } })).toBe('key: …');
    expect(of({ errors: { [secret]: ['is wrong'] } })).toBe('…: is wrong');
    expect(of({ error: JSON.stringify({ message: `not ${secret}` }) })).toBe('not …');
    expect(of(undefined, `The key ${secret} is wrong`)).toBe('The key … is wrong');
    expect(of(undefined, '<p>The key a&amp;b &quot;c&quot; d is wrong</p>')).toBe(
      'The key … is wrong',
    );
  });

  test('is read from any JSON and any text without a fault', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (json, text) => {
        const beginning = new TextEncoder().encode(text);
        for (const body of [json, undefined]) {
          const reason = reasonOf(
            { json: body, beginning, contentType: 'text/plain; charset=x' },
            (shown) => shown,
          );
          expect(reason ?? 'x').toMatch(/^\S(.*\S)?$/u);
        }
      }),
    );
  });
});
