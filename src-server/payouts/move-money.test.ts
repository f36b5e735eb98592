import { expect, test } from 'vitest'
import { releaseAll, setControls } from '../testing/test-support/controls.ts'
import { aBankAccount } from '../testing/test-support/statement-files.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('a move between places of different kinds, or of the owner, waits for a second person; of one kind it does not', async () => {
  await using app = await createTestApp()
  const [boss, fay] = [await app.staff(), await app.colleague('finance')]
  await setControls(app, { secondPersonFrom: 50_000 })
  const bank = await aBankAccount(fay)
  const savings = await aBankAccount(fay, { name: 'Savings', methods: [] })
  const paypal = await aBankAccount(fay, { name: 'PayPal', kind: 'paypal', methods: [] })
  const on = app.clock.now().toISOString().slice(0, 10)
  const move = async (from: string, to: string, amount: number, requestKey?: string) =>
    (await fay.api.statements.moveMoney({ from, to, amount, on, requestKey })).waiting
  expect(await move(bank, savings, 5000)).toBeUndefined()
  expect(await move(bank, paypal, 400)).toBeUndefined()
  const first = await move(bank, paypal, 100, 'k-1')
  expect(first).toMatchObject({ kind: 'move', amount: 100 })
  expect(await move(bank, paypal, 100, 'k-1')).toEqual(first)
  expect(await move('unassigned', savings, 500)).toMatchObject({ amount: 500 })
  expect(await move('owner', paypal, 500)).toMatchObject({ amount: 500 })
  const balance = async () => (await fay.api.statements.accounts()).find(({ id }) => id === paypal)?.balance
  expect(await balance()).toBe(25_400)
  expect(await boss.api.waitingActs.list()).toMatchObject([
    {
      thing: { kind: 'account', id: bank },
      words: [{ value: bank }, { value: paypal }, { value: '$100.00' }, { value: on }],
    },
    { thing: { kind: 'account', id: savings } },
    { thing: { kind: 'account', id: paypal } },
  ])
  expect(await releaseAll(boss)).toEqual(['released', 'released', 'released'])
  expect(await balance()).toBe(26_000)
  expect(await move(bank, paypal, 100, 'k-1')).toBeUndefined()
  expect(await balance()).toBe(26_000)
})
