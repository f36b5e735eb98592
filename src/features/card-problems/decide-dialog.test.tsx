import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { findDialog, pressButton } from '#client/test-support/component/payouts-screen.ts'
import { applyPlannedDecisions } from '#server/cases/decide-problem.ts'
import { releaseAll, setControls } from '#server/testing/test-support/controls.ts'
import { aProblem } from '#server/testing/test-support/problems.ts'
import { aBankAccount } from '#server/testing/test-support/statement-files.ts'
import { UNDO_MS } from '#shared/review.ts'

async function openClawback() {
  const site = await openSite()
  const { app } = site
  const [dana, fay] = [await app.customer(), await app.colleague('finance')]
  const problem = await aProblem(app, dana, await app.staff())
  for (const kind of ['bank', 'cash']) await aBankAccount(fay, { name: `${kind} box`, kind, methods: [] })
  const user = await site.visit('/admin/payouts?show=problems', { as: fay })
  await pressButton(user, /^Decide/)
  await pressButton(user, 'Claw back')
  const dialog = await findDialog('Decide the problem')
  await user.type(dialog.getByLabelText('Reason, which the seller reads'), 'It was empty on November 20.')
  return { site, app, dana, fay, problem, user, dialog }
}

test('a claw back shows what the seller will read and owe before it is saved, and is undone from the bar', async () => {
  const { site, app, dana, problem, user, dialog } = await openClawback()
  await using _ = site
  const letter = dialog.getByRole('region', { name: 'What the seller will read' })
  expect(letter).toHaveTextContent(`You owe $92.00 for order ${problem.submissionId}.`)
  expect(letter).toHaveTextContent('Its balance was used after we had paid you.')
  expect(letter).toHaveTextContent('It was empty on November 20.')
  expect(dialog.getByText(/without one, we owe it to them for 24 hours/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Claw it back' }))

  await screen.findByText(`Claw back: $92.00, ${problem.submissionId}.`)
  await screen.findByText('Claw back: decided, and can be undone for a few seconds.')
  await pressButton(user, /^Undo/)
  await screen.findByText('Undone. No email was sent.')
  await screen.findByRole('button', { name: /^Decide/ })
  site.passTime(UNDO_MS)
  await applyPlannedDecisions(app.ctx)
  expect(await dana.api.transactions.debts()).toEqual([])
})

test('what the brand refunded arrives in the money account that is chosen', async () => {
  const { site, app, fay, user, dialog } = await openClawback()
  await using _ = site
  await pressButton(user, 'Recovered')
  await user.selectOptions(await dialog.findByLabelText('Where it arrived'), 'cash box')
  await user.click(dialog.getByRole('button', { name: 'Record the refund' }))
  await screen.findByText(/can be undone for a few seconds/)
  site.passTime(UNDO_MS)
  await applyPlannedDecisions(app.ctx)
  const accounts = await fay.api.statements.accounts()
  expect(accounts.find(({ name }) => name === 'cash box')?.balance).toBe(25_092)
})

test('a claw back that is not undone leaves the list of what is to be decided by itself', async () => {
  const { site, app, dana, user, dialog } = await openClawback()
  await using _ = site
  await user.click(dialog.getByRole('button', { name: 'Claw it back' }))
  await screen.findByText(/can be undone for a few seconds/)
  site.passTime(UNDO_MS)
  await applyPlannedDecisions(app.ctx)
  await screen.findByText('No problem has to be decided.')
  expect(await dana.api.transactions.debts()).toMatchObject([{ open: 92 }])
  await user.click(screen.getByRole('button', { name: /^To repay/ }))
  await waitFor(() => expect(within(screen.getByRole('article')).getByText('Clawed back')).toBeVisible())
})

test('a claw back that needs a second person says that it waits, and is not undone but released', async () => {
  const { site, app, dana, user, dialog } = await openClawback()
  await using _ = site
  await setControls(app, { secondPersonFrom: 1 })
  await user.click(dialog.getByRole('button', { name: 'Claw it back' }))
  await screen.findByText('Waits for a second person')
  expect(screen.queryByText(/can be undone for a few seconds/)).toBeNull()
  expect(await dana.api.transactions.debts()).toEqual([])
  expect(await releaseAll(await app.staff())).toEqual(['released'])
  expect(await dana.api.transactions.debts()).toMatchObject([{ open: 92 }])
})
