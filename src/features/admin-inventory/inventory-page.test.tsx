import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { findDialog, pressButton } from '#client/test-support/component/payouts-screen.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { aBoughtCard } from '#server/testing/test-support/inventory.ts'
import { aBankAccount } from '#server/testing/test-support/statement-files.ts'

/** A site with two cards of Dana that the owner has bought, and a person of finance. */
async function openInventory() {
  const site = await openSite()
  const { app } = site
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const [id, other] = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  return { site, dana, boss, fay, id, other }
}

test('a card is sold from its page by the keyboard, and a mistake is corrected with its reason', async () => {
  const { site, fay, id } = await openInventory()
  await using _ = site
  const user = await site.visit('/admin/inventory', { as: fay })
  await user.click(await screen.findByRole('link', { name: new RegExp(`of the order ${id}`) }))
  await screen.findByRole('button', { name: 'Record sale...' })
  await user.keyboard('s')
  const dialog = await findDialog('Record sale')
  await user.click(dialog.getByRole('button', { name: 'Record sale' }))
  expect(await dialog.findAllByText('Enter the buyer.')).not.toHaveLength(0)
  await user.type(dialog.getByLabelText('Buyer'), 'Card Resale Inc.')
  await user.type(dialog.getByLabelText('Price'), '96.001')
  await user.click(dialog.getByRole('button', { name: 'Record sale' }))
  await dialog.findByText('Enter an amount in dollars with at most two decimals.')
  await user.clear(dialog.getByLabelText('Price'))
  await user.type(dialog.getByLabelText('Price'), '96')
  await dialog.findByText('Cost $92.00: a gain of $4.00.')
  await user.click(dialog.getByRole('button', { name: 'Record sale' }))
  await expectToast('Sold: recorded.')
  expect(await fay.api.inventory.get({ id })).toMatchObject({ state: 'disposed', proceeds: 96 })
  await pressButton(user, /^Correct\.\.\./)
  const correction = await findDialog('Correct')
  await user.type(correction.getByLabelText('Why'), 'It was the other card.')
  await user.click(correction.getByRole('button', { name: 'Take it back' }))
  await expectToast('Corrected.')
  await screen.findByText('Corrected: sold')
  expect((await fay.api.inventory.get({ id })).state).toBe('in-stock')
})

test('a card is redeemed to an account of ours from the list, and its money is there', async () => {
  const { site, fay, id } = await openInventory()
  await using _ = site
  for (const name of ['Amazon of ours', 'Target of ours'])
    await aBankAccount(fay, { name, kind: 'balance', methods: [] })
  const user = await site.visit(`/admin/inventory?item=${id}`, { as: fay })
  await pressButton(user, 'Record redemption...')
  const dialog = await findDialog('Record redemption')
  await user.click(dialog.getByRole('button', { name: 'Record redemption' }))
  await user.selectOptions(await dialog.findByLabelText('Account of ours'), 'Target of ours')
  await user.click(dialog.getByRole('button', { name: 'Record redemption' }))
  await expectToast('Redeemed: recorded.')
  const accounts = await fay.api.statements.accounts()
  expect(accounts.find(({ name }) => name === 'Target of ours')).toMatchObject({ balance: 25_100 })
})

test('what a colleague recorded since is refused in the dialog, and the page shows it', async () => {
  const { site, fay, boss, id } = await openInventory()
  await using _ = site
  const user = await site.visit(`/admin/inventory?item=${id}`, { as: fay })
  await pressButton(user, 'Write off...')
  const dialog = await findDialog('Write off')
  await boss.api.inventory.dispose({ id, version: 1, kind: 'sold', buyer: 'Ann', amount: 90 })
  await user.selectOptions(dialog.getByLabelText('Why'), 'Drained')
  await user.click(dialog.getByRole('button', { name: 'Write off' }))
  await dialog.findByText(/^(A colleague has changed this item|Nothing of this card is in stock)/)
  expect((await boss.api.inventory.get({ id })).dispositions).toHaveLength(1)
})

test('chosen cards are sold together, and leave the list of the stock', async () => {
  const { site, fay, id, other } = await openInventory()
  await using _ = site
  const user = await site.visit('/admin/inventory', { as: fay })
  await user.click(await screen.findByLabelText('All of this page'))
  await screen.findByText('2 chosen, cost $184.00')
  await pressButton(user, 'Record sale...')
  const dialog = await findDialog('Record sale')
  await user.type(dialog.getByLabelText('Buyer'), 'Card Resale Inc.')
  await user.type(dialog.getByLabelText('Price of each card'), '90')
  await dialog.findByText('Cost $184.00: a loss of $4.00.')
  await user.click(dialog.getByRole('button', { name: 'Record sale' }))
  await expectToast('Recorded for 2 cards.')
  await screen.findByText('No cards here yet')
  for (const each of [id, other]) expect((await fay.api.inventory.get({ id: each })).state).toBe('disposed')
})

test('a file is checked first, its faults are named, and a right one is recorded after a press', async () => {
  const { site, fay, id } = await openInventory()
  await using _ = site
  const user = await site.visit('/admin/inventory', { as: fay })
  await pressButton(user, 'Import CSV...')
  const dialog = await findDialog('Import CSV')
  const choose = (csv: string) => user.upload(dialog.getByLabelText('CSV file'), new File([csv], 'a.csv'))
  await choose(`order,kind,amount,buyer,reference\n${id},sold,96.001,Ann,INV-1`)
  const faults = within(await dialog.findByRole('table', { name: 'Faults of the file' }))
  expect(faults.getByText('amount')).toBeVisible()
  await choose(`order,kind,amount,buyer,reference\n${id},sold,96,Ann,INV-1`)
  await user.click(await dialog.findByRole('button', { name: 'Record 1 line' }))
  await expectToast('Recorded: 1 line.')
  expect((await fay.api.inventory.get({ id })).buyer).toMatchObject({ name: 'Ann' })
})

test('buyers are added, renamed and erased', async () => {
  const { site, fay } = await openInventory()
  await using _ = site
  const user = await site.visit('/admin/inventory?show=buyers', { as: fay })
  await screen.findByText('No buyers yet. A sale to a new name adds one, too.')
  await fill(user, { 'New buyer': 'Ann Resells' })
  await pressButton(user, 'Add buyer')
  await pressButton(user, /^Rename\.\.\./)
  const dialog = await findDialog('Rename buyer')
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Ann Sells')
  await user.click(dialog.getByRole('button', { name: 'Rename' }))
  await pressButton(user, /^Erase name\.\.\..*Ann Sells$/)
  await user.click((await findDialog(/^Erase the name/)).getByRole('button', { name: 'Erase name' }))
  await waitFor(async () => expect(await fay.api.inventory.buyers()).toEqual([]))
})

test('an open list shows what a colleague buys and sells', async () => {
  const { site, dana, fay, boss, id } = await openInventory()
  await using _ = site
  await site.visit('/admin/inventory', { as: fay })
  await screen.findByText('Cost in stock (2)')
  const next = await aBoughtCard(site.app, dana, boss)
  await screen.findByText('Cost in stock (3)')
  await fay.api.inventory.dispose({ id, version: 1, kind: 'written-off', cause: 'lost' })
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: `Choose ${id}` })).toBeNull())
  await screen.findByRole('checkbox', { name: `Choose ${next}` })
})

test('the stock by brand leads to the cards of a brand and an age', async () => {
  const { site, fay, id } = await openInventory()
  await using _ = site
  const user = await site.visit('/admin/inventory?show=brands', { as: fay })
  const table = within(await screen.findByRole('table', { name: /^Stock by brand and age/ }))
  await user.click(table.getByRole('link', { name: '$184.00 (2)' }))
  await screen.findByRole('checkbox', { name: `Choose ${id}` })
  expect(screen.getByLabelText('Age')).toHaveValue('0-2')
  expect(screen.getByLabelText('Brand')).toHaveValue('apple')
  await user.selectOptions(screen.getByLabelText('Age'), '8 to 30 days')
  await screen.findByText('No cards found')
})

test('a reviewer records what they did with a card that they approved, and has no inventory', async () => {
  const site = await openSite()
  await using _ = site
  const { app } = site
  const [dana, boss, ray] = [await app.customer(), await app.staff(), await app.colleague('reviewer')]
  const id = await aBoughtCard(app, dana, boss)
  await app.ctx.db.updateTable('inventory_items').set({ approved_by: ray.id }).execute()
  await aBankAccount(boss, { name: 'Amazon 2', kind: 'balance', methods: [] })
  const user = await site.visit(`/admin?view=review&status=all&id=${id}`, { as: ray })
  const block = within(await screen.findByRole('region', { name: 'Inventory' }))
  expect(block.queryByRole('link')).toBeNull()
  await user.click(block.getByRole('button', { name: 'Record what became of it...' }))
  const dialog = await findDialog('What became of this card')
  expect(dialog.getByText(/Report a card that is lost as a problem\.$/)).toBeVisible()
  expect(dialog.getByLabelText('Account of ours')).toHaveDisplayValue('Amazon 2')
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  await expectToast('Recorded.')
  expect((await boss.api.statements.accounts())[0]).toMatchObject({ name: 'Amazon 2', balance: 25_100 })
  expect(await boss.api.inventory.get({ id })).toMatchObject({ state: 'disposed' })
  await block.findByText(/Redeemed, \$100\.00 came in/)
  expect(screen.queryByRole('link', { name: 'Inventory' })).toBeNull()
  await site.visit('/admin/inventory', { as: ray })
  await screen.findByText('Only owners and finance see the inventory')
})
