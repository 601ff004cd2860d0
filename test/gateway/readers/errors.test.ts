import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import { readProblems } from '../../../main/gateway/readers/errors.ts';

const iban = { field: 'account.iban', code: 'BAD', message: 'is wrong' };

describe('error answers (interface: Errors, 400 and 406)', () => {
  it.each([
    ['an array of objects', '[{"errorCode":"BAD","message":"is wrong","field":"account.iban"}]', [iban]],
    ['a single object', '{"code":"BAD","description":"is wrong","path":"account.iban"}', [iban]],
    [
      'nested errors',
      '{"message":"invalid","errors":[{"code":"BAD","message":"is wrong","property":"account.iban"}]}',
      [iban],
    ],
    [
      'violations',
      '{"title":"Constraint violation","status":400,"violations":[{"propertyPath":"account.iban","code":"BAD","message":"is wrong"}]}',
      [iban],
    ],
    [
      'a map of fields',
      '{"errors":{"account.iban":["is wrong"]}}',
      [{ field: 'account.iban', message: 'is wrong' }],
    ],
    [
      'a map of texts',
      '{"fieldErrors":{"account.iban":"is wrong"}}',
      [{ field: 'account.iban', message: 'is wrong' }],
    ],
    [
      'an error object',
      '{"error":{"code":"BAD","message":"is wrong"}}',
      [{ code: 'BAD', message: 'is wrong' }],
    ],
    ['a path in parts', '{"detail":[{"loc":["account","iban"],"message":"is wrong","type":"BAD"}]}', [iban]],
    ['a message named msg', '{"detail":[{"loc":["account","iban"],"msg":"is wrong","type":"BAD"}]}', [iban]],
    ['details beside a code', '{"code":"BAD","details":"is wrong"}', [{ code: 'BAD', message: 'is wrong' }]],
    [
      'details beside a message',
      '[{"code":"BAD","message":"Invalid","details":"the account is wrong"}]',
      [{ code: 'BAD', message: 'Invalid: the account is wrong' }],
    ],
    ['texts', '["is wrong"]', [{ message: 'is wrong' }]],
    ['a code alone', '[{"errorCode":"NO_OPTION"}]', [{ code: 'NO_OPTION', message: 'NO_OPTION' }]],
    [
      'value and expectation',
      '[{"message":"is wrong","rejectedValue":"x","allowedValues":["a","b"]}]',
      [{ message: 'is wrong', value: 'x', expected: 'a, b' }],
    ],
    [
      'one code above all that is wrong',
      '{"code":"BAD","message":"invalid","errors":[{"field":"account.iban","message":"is wrong"}]}',
      [iban],
    ],
    [
      'a code above texts',
      '[{"errorCode":"BAD","message":"Invalid","details":["is wrong"]}]',
      [{ code: 'BAD', message: 'is wrong' }],
    ],
    ['a code above a map of fields', '{"code":"BAD","errors":{"account.iban":["is wrong"]}}', [iban]],
    [
      'a code of its own below another',
      '{"code":"INVALID","errors":[{"path":"account.iban","code":"BAD","message":"is wrong"}]}',
      [iban],
    ],
    ['a map at the top', '{"amount":["is wrong"]}', [{ field: 'amount', message: 'is wrong' }]],
  ])('reads %s', (_shape, text, problems) => {
    expect(readProblems(text)).toEqual({ problems });
  });

  it('returns no validation errors if it recognises none', () => {
    for (const text of ['', '<html>', '{}', '[]', 'null', '{"x":1}']) expect(readProblems(text)).toEqual({});
  });

  it('keeps a hundred validation errors and counts the others', () => {
    const many = JSON.stringify(Array.from({ length: 130 }, (_, index) => ({ message: `m${index}` })));
    const { problems, problemsLeftOut } = readProblems(many);
    expect(problems).toHaveLength(100);
    expect(problemsLeftOut).toBe(30);
  });

  it('returns valid validation errors for any JSON, with texts of bounded length', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ minLength: 600, maxLength: 700 }), (text, long) => {
        for (const source of [text, JSON.stringify([{ message: long, field: long, code: long }])])
          for (const problem of readProblems(source).problems ?? []) {
            expect(Problem.safeParse(problem).success).toBe(true);
            expect(Object.values(problem).every((value) => String(value).length <= 500)).toBe(true);
          }
      }),
    );
  });
});
