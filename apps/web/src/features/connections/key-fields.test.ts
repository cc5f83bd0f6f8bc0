import { expect, test } from 'vitest'
import { keyFields, keyPayload } from './key-fields.ts'

const said = (slug: string, api_form: Parameters<typeof keyFields>[0]['api_form']) =>
  keyFields({ slug, api_form }).map(({ label, required, hint, isSecret }) =>
    [label, required, hint, isSecret ? 'secret' : undefined].filter((part) => part !== undefined).join(' | '),
  )

test('R5.6 R5.7 R5.12 R5.13 R5.14 the fields of a form are those of its source, under its labels', () => {
  expect(said('kraken', { apiSecret: 'Private Key', apiKey: 'API Key' })).toEqual([
    'API Key | API Key is Required',
    'Private Key | API Secret is Required | secret',
  ])
  expect(said('kucoin', { apiKey: 'API Key', apiSecret: 'API Secret', passPhrase: 'Passphrase' })[2]).toBe(
    'Passphrase | Passphrase is Required | 7-32 characters, no spaces | secret',
  )
  expect(said('bitstamp', { apiKey: 'API Key', passPhrase: 'Customer ID' })[1]).toBe(
    'Customer ID | Customer ID is Required',
  )
  expect(said('coinbase', { keyName: 'API key name', privateKey: 'Secret' })).toEqual([
    'API key name | API key name is Required',
    'Secret | Secret is Required | secret',
  ])
  expect(said('robinhood-crypto', { passPhrase: 'API Key' })).toEqual(['API Key | API key is Required'])
  expect(said('voyager', null)).toEqual([])
})

test('R5.8 R3.21 R3.22 values go out under the names of the call, without white space around them', () => {
  const values = { apiKey: ' k ', apiSecret: '\ts\n', passPhrase: ' p', keyName: 'n ', privateKey: ' pem ' }
  expect(keyPayload(values)).toEqual({
    access_token: 'k',
    refresh_token: 's',
    password: 'p',
    key_name: 'n',
    private_key: 'pem',
  })
})
