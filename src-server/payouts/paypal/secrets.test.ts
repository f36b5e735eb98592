import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/logging/logger.ts'
import { aPayout } from '../../testing/test-support/fake-paypal/a-payout.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { createPayPalClient } from './paypal-client.ts'

test('no result, log line or inspected client contains the client secret, a token or the receiver', async () => {
  await using fake = await startFakePayPal()
  const { clientId, clientSecret } = fake.config
  const client = createPayPalClient(fake.config)
  const payout = aPayout({ receiver: 'invalid@mail.example' })
  const results: unknown[] = []
  const requestAll = async () => {
    results.push(await client.createPayout(payout), await client.createPayout(aPayout()), await client.lookUp('NONE'))
    results.push(await client.verifyWebhook({}, Buffer.from('{}')))
  }
  await requestAll()
  // PayPal repeats what it was sent.
  const echo = JSON.stringify({
    name: 'VALIDATION_ERROR',
    message: `${clientSecret} ${payout.receiver}`,
    debug_id: `${clientSecret} ${payout.receiver}`,
    details: [{ field: `items[0].receiver`, issue: `${clientSecret} ${payout.receiver}` }],
  })
  for (const operation of ['token', 'create', 'batch'] as const)
    for (const fault of [
      { status: 400, body: echo },
      { status: 401, body: echo },
      { status: 403, body: echo },
      { status: 500, body: echo },
      { status: 201, body: echo },
      { how: 'close' },
      { how: 'cut' },
    ] as const) {
      await fake.revokeTokens()
      await fake.fail({ operation, when: 'before', times: 3, ...fault })
      await requestAll()
      await fake.endFaults()
    }
  await fake.kill()
  await requestAll()

  const lines: string[] = []
  const log = createLog({ logLevel: 'debug', nodeName: undefined }, { write: (line) => lines.push(line) })
  for (const result of results) log.warn({ result }, 'result')
  log.warn({ client }, 'client')
  const text = lines.join('') + inspect([results, client], { depth: null, showHidden: true })
  expect(results).toContainEqual(expect.objectContaining({ outcome: 'receiver-refused' }))
  expect(results).toContainEqual(expect.objectContaining({ problem: 'credentials' }))
  for (const secret of [clientSecret, btoa(`${clientId}:${clientSecret}`), 'A21AA', payout.receiver])
    expect(text).not.toContain(secret)
})
