import { aPhoto, orderFields } from '../test-support/factories.ts'
import { orderForm, RestClient } from '../test-support/rest-client.ts'
import { processOwner } from '../test-support/server-process.ts'
import { sha256 } from './seeded-site.ts'

/** What the server acknowledged, in the order it did. */
export type Acknowledged =
  | { what: 'order'; id: string; photo: string }
  | { what: 'message'; sessionId: string; text: string }
  | { what: 'decision'; id: string; status: string }

/**
 * Customers who sell and write, and an owner who decides, one call after the other each, until `stop` is called; it
 * resolves when every call has its answer.
 */
export async function startLoad(
  url: string,
  sellers: number,
): Promise<{ acknowledged: Acknowledged[]; stop(): Promise<void> }> {
  const acknowledged: Acknowledged[] = []
  let isOverloaded = false
  const owner = new RestClient(() => url)
  await owner.call('POST', '/api/admin/login', processOwner)
  const sell = async (customer: RestClient) => {
    const { sessionId } = await customer.call<{ sessionId: string }>('POST', '/api/chat/send', {
      subject: 'My payout',
      message: 'Hello',
    })
    for (let round = 0; !isOverloaded; round++) {
      const bytes = aPhoto()
      const form = orderForm(orderFields(), [{ name: 'front.png', bytes }])
      const { submissionId: id } = await customer.call<{ submissionId: string }>('POST', '/api/submit', form)
      acknowledged.push({ what: 'order', id, photo: sha256(bytes) })
      const text = `Message ${round} about ${id}`
      await customer.call('POST', '/api/chat/send', { sessionId, message: text })
      acknowledged.push({ what: 'message', sessionId, text })
    }
  }
  const decide = async () => {
    for (let next = 0; !isOverloaded; ) {
      const made = acknowledged.slice(next).find(({ what }) => what === 'order')
      if (made?.what !== 'order') {
        // Nobody has sold anything since: let them.
        await owner.call('GET', '/api/admin/submissions?limit=1')
        continue
      }
      next = acknowledged.indexOf(made) + 1
      // Not a final one: those erase photos of some brands, which is another proof's.
      const decision = { status: 'processing', reason: '' }
      await owner.call('PATCH', `/api/submissions/${made.id}/status`, decision)
      acknowledged.push({ what: 'decision', id: made.id, status: 'processing' })
    }
  }
  const customers = Array.from({ length: sellers }, () => new RestClient(() => url))
  for (const [at, customer] of customers.entries()) await customer.signUp(`seller${at}@mail.example`)
  const working = Promise.all([...customers.map(sell), decide()])
  // It is awaited at the end; a failure before that is not unheard.
  working.catch(() => {
    isOverloaded = true
  })
  return {
    acknowledged,
    stop: async () => {
      isOverloaded = true
      await working
    },
  }
}
