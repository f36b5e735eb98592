import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { someSubmissions } from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { applyDueControls } from '#server/policies/waiting-controls.ts'
import { enrol } from '#server/testing/test-support/second-factor.ts'
import { aBankAccount } from '#server/testing/test-support/statement-files.ts'
import { tempFolder } from '#server/testing/test-support/temp-folder.ts'

const card = () => screen.queryByRole('region', { name: 'Open your shop' })
const findCard = async () => within(await screen.findByRole('region', { name: 'Open your shop' }))

test('an owner sees what is left, each step with what the system knows and where to do it', async ({ site }) => {
  await site.visit('/admin', { as: await site.app.staff() })
  const steps = await findCard()
  expect(steps.getByText('0 of 10 done. Only owners see this.')).toBeVisible()
  expect(steps.getByText(/^You buy 100 brands at the built-in rates now\./)).toBeVisible()
  expect(steps.getByText(/^Now: no reviewer, no finance account\./)).toBeVisible()
  expect(steps.getByText(/^SMTP_URL is not set on the server/)).toBeVisible()
  expect(steps.getByText(/^BACKUP_DIR is not set/)).toBeVisible()
  expect(steps.getByText(/^Set PUBLIC_URL on the server/)).toBeVisible()
  await steps.findByText(/^Now a second person is asked/)
  const links = steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Open rates', '/admin/rates'],
    ['My account', '/admin/settings'],
    ['Add staff', '/admin/settings?tab=staff'],
    ['Open rules', '/admin/settings?tab=rules'],
    ['Open rules', '/admin/settings?tab=rules'],
    ['Add accounts', '/admin/payouts?show=statements'],
    ['Open site', '/admin/settings?tab=site'],
  ])
})

test('staff of other roles do not see it, nor does the review view', async ({ site }) => {
  await site.visit('/admin', { as: await site.app.colleague('reviewer') })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  expect(card()).toBeNull()
  expect(site.network.count('setup.get')).toBe(0)
  await site.visit('/admin?view=review', { as: await site.app.staff() })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  expect(card()).toBeNull()
})

test('a test email is sent through the outbox, and the card says that it was delivered', async ({ site }) => {
  const user = await site.visit('/admin', { as: await site.app.staff() })
  const steps = await findCard()
  await user.click(steps.getByRole('button', { name: 'Send a test email' }))
  expect(steps.getByText('Enter an email address like support@shop.example.')).toBeVisible()
  await fill(user, { 'Your email address': 'owner@shop.example' })
  await user.click(steps.getByRole('button', { name: 'Send a test email' }))
  await steps.findByText('The email to owner@shop.example is being sent...')
  expect((await site.app.mails()).at(-1)).toMatchObject({ kind: 'test', to: 'owner@shop.example' })
  await steps.findByText(/^Written to a file on the server/, undefined, { timeout: 5_000 })
})

test('an owner keeps the built-in rules on the screen that shows them, which does the step', async ({ site }) => {
  const owner = await site.app.staff()
  const user = await site.visit('/admin/settings?tab=rules', { as: owner })
  await user.click(await screen.findByRole('button', { name: 'Keep these rules' }))
  await waitFor(() => expect(screen.queryByText('A step of opening your shop')).toBeNull())
  await site.visit('/admin', { as: owner })
  expect((await findCard()).getByText('1 of 10 done. Only owners see this.')).toBeVisible()
})

test('an owner who works alone says so, which counts a day later', async ({ site }) => {
  const user = await site.visit('/admin', { as: await site.app.staff() })
  const steps = await findCard()
  await steps.findByText(/^Now a second person is asked from \$500\.00 on\. If you work alone, you repeat the amount/)
  await user.click(steps.getByRole('button', { name: 'I work alone' }))
  await steps.findByText('1 of 10 done. Only owners see this.')
  expect(site.app.ctx.policies.get('controls').worksAlone).toBe(false)
  site.app.clock.advance(24 * 60 * 60_000)
  await applyDueControls(site.app.ctx)
  await site.app.ctx.policies.refresh()
  expect(site.app.ctx.policies.get('controls').worksAlone).toBe(true)
})

test('the card stays hidden until it is shown again in Settings', async ({ site, staff: owner }) => {
  const user = await site.visit('/admin', { as: owner })
  await user.click((await findCard()).getByRole('button', { name: 'Hide these steps' }))
  await waitFor(() => expect(card()).toBeNull())
  const later = await site.visit('/admin/settings?tab=site', { as: owner })
  await later.click(await screen.findByRole('button', { name: 'Show again' }))
  await site.visit('/admin', { as: owner })
  await findCard()
})

test('where orders wait for a decision the steps are closed, and open on request', async ({ site }) => {
  await someSubmissions(site, 1)
  const user = await site.visit('/admin', { as: await site.app.staff() })
  await screen.findByRole('article', { name: /^Apple/ })
  const steps = await findCard()
  expect(steps.getByText('Set the public address')).not.toBeVisible()
  await user.click(steps.getByText('0 of 10 done. Only owners see this.'))
  expect(steps.getByText('Set the public address')).toBeVisible()
})

test('a step that is done is one line, and the card goes when all are', async ({ site }) => {
  using folder = tempFolder()
  writeFileSync(path.join(folder.path, '2026-11-20T11-00-00.000Z-abcdef.gcebackup'), '')
  const { app } = site
  const configured = { publicUrl: new URL(location.origin), smtpUrl: 'smtp://mail.example' }
  Object.assign(app.ctx.config, configured, { backupDir: folder.path })
  const owner = await app.staff()
  for (const step of ['rates', 'rules', 'controls', 'site'] as const) await owner.api.admin.setup.confirm({ step })
  for (const role of ['reviewer', 'finance'] as const) await app.colleague(role)
  await aBankAccount(owner)
  await owner.api.admin.setup.sendTestMail({ to: 'owner@shop.example' })
  await app.mails()
  await site.visit('/admin', { as: owner })
  const steps = await findCard()
  expect(steps.getByText('9 of 10 done. Only owners see this.')).toBeVisible()
  expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['My account'])
  expect(steps.getByText('Check the rates that are live')).toHaveTextContent('Check the rates that are live, done')
  await enrol(app, owner)
  await site.visit('/admin', { as: owner })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  await waitFor(() => expect(site.network.count('setup.get')).toBe(2))
  expect(card()).toBeNull()
})
