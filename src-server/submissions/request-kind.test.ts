import { expect, test } from 'vitest'
import { aSubmission } from '../testing/test-support/factories.ts'
import { aCounterOffer, anAnswer, aRequest } from '../testing/test-support/requests.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('the list of a customer says what each order waits for, until it is answered', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const plain = await aSubmission(app, customer)
  const fix = await aRequest(app, customer, staff)
  const offer = await aCounterOffer(app, customer, staff)
  const kinds = async () => {
    const listed = (await app.request('GET', '/api/user/transactions', { as: customer })).json()
    return Object.fromEntries(
      listed.map(({ id, requestKind }: { id: string; requestKind?: string }) => [id, requestKind]),
    )
  }
  expect(await kinds()).toEqual({ [plain]: undefined, [fix.submissionId]: 'fix', [offer.submissionId]: 'offer' })
  expect(await customer.api.transactions.get({ id: offer.submissionId })).toMatchObject({ requestKind: 'offer' })
  await customer.api.requests.answer({ id: fix.id, ...(await anAnswer(app, customer)) })
  await customer.api.requests.decline({ id: offer.id })
  expect(Object.values(await kinds())).toEqual([undefined, undefined, undefined])
})
