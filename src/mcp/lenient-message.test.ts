import { expect, test } from 'vitest';
import { lenientMessage } from './lenient-message.ts';

const call = (args: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'x', arguments: args },
});

test.each([
  [null, undefined],
  ['', {}],
  ['null', {}],
  ['{"url":"a"}', { url: 'a' }],
  ['["a"]', '["a"]'],
  ['{broken', '{broken'],
  [{ url: 'a' }, { url: 'a' }],
])('arguments %j become %j', (given, read) => {
  const message = lenientMessage(call(given));
  expect(message.params.arguments).toEqual(read);
});

test('touches calls only, also in a batch', () => {
  const other = { method: 'prompts/get', params: { arguments: null } };
  expect(lenientMessage([call(null), other, 5, null])).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } },
    { method: 'prompts/get', params: { arguments: null } },
    5,
    null,
  ]);
});
