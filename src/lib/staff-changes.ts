import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type CallName, keyOf, readAgain } from './read-again.ts'

const money: CallName[] = ['payouts', 'statements', 'waitingActs']
const order: CallName[] = ['admin.review.get', 'admin.submissions.list']

/** What staff read again after a call, by its router or its name. */
const changes = {
  payouts: money,
  statements: money,
  'statements.columns': [],
  inventory: ['inventory', 'lots', 'waitingActs'],
  lots: ['lots', 'inventory', 'waitingActs'],
  waitingActs: [...money, 'inventory', 'lots', 'admin.problems'],
  'admin.problems': ['admin.problems', 'payouts', ...order],
  'admin.decideAppeal': ['admin.appeals', 'admin.problems', 'admin.review.get', 'admin.submissions'],
  'admin.review.recordCheck': ['admin.review.get', 'admin.submissions.lists'],
  'admin.review.recordItem': ['admin.review.get'],
  'admin.submissions': [],
  'admin.users': [],
  'admin.rates.import': [],
  'admin.rates.publish': ['admin.rates.history', 'admin.rates.versions', 'admin.setup'],
  'admin.rates.revert': ['admin.rates'],
  'admin.site.revert': ['admin.site'],
  'admin.site.change': ['admin.site.versions', 'admin.setup'],
  'admin.policies.change': ['admin.policies.versions', 'admin.setup'],
  'admin.chat.saveCannedResponse': ['admin.chat.cannedResponses'],
  'admin.chat.removeCannedResponse': ['admin.chat.cannedResponses'],
} as const satisfies Partial<Record<CallName, readonly CallName[]>>

/** Has every call of staff read again what it changed: by default `list` of its router. */
export function setStaffChanges(client: QueryClient) {
  client.setMutationDefaults(keyOf('admin'), {
    onSettled: (...[, , , , { mutationKey }]) =>
      void client.invalidateQueries({ queryKey: [[...routerOf(mutationKey), 'list']] }),
  })
  for (const name of Object.keys(changes) as (keyof typeof changes)[])
    client.setMutationDefaults(keyOf(name), { onSettled: () => readAgain(client, changes[name]) })
}

const routerOf = ([name]: readonly unknown[] = []) => (name as string[]).slice(0, -1)

/** Reads again what a call with this name changes, after a change that was made elsewhere. */
export function useReadAgain(name: keyof typeof changes) {
  const client = useQueryClient()
  return () => readAgain(client, changes[name])
}

/** A subscription to signals of changes: those before it started, or while it was down, were not delivered. */
export function useSignals(name: keyof typeof changes) {
  const onData = useReadAgain(name)
  return { onStarted: onData, onData }
}
