import { expect, test } from 'vitest'
import { exactJson } from './exact-json.ts'

test('numbers keep the digits that they were sent with', () => {
  expect(exactJson('{"a":[0.123456789123456789,1e-7,-0.10],"b":"1","c":null,"d":true}')).toEqual({
    a: ['0.123456789123456789', '1e-7', '-0.10'],
    b: '1',
    c: null,
    d: true,
  })
  expect(() => exactJson('<html>')).toThrow(SyntaxError)
})
