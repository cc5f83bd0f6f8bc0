import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newWebhookSecret, signedHeaders } from './signature.ts'

test('a message is signed as Standard Webhooks says', () => {
  // The example of the specification's libraries (standardwebhooks.com).
  const headers = signedHeaders({
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1614265330 * 1000),
    body: '{"test": 2432232314}',
  })
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a secret is 32 random bytes behind whsec_, and signs with the bytes', () => {
  const secret = newWebhookSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newWebhookSecret()).not.toBe(secret)
  const key = Buffer.from(secret.slice(6), 'base64')
  const mac = createHmac('sha256', key).update('msg_1.0.{}').digest('base64')
  const headers = signedHeaders({ secret, id: 'msg_1', at: new Date(0), body: '{}' })
  expect(headers['webhook-signature']).toBe(`v1,${mac}`)
})
