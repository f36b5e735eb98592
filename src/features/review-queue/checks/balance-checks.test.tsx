import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openNewest } from '#client/test-support/component/review-screen.ts'
import { aPhoto } from '#server/testing/test-support/factories.ts'

const dialogOf = async () => within(await screen.findByRole('dialog', { name: 'Balance check' }))

test('B records a check of the balance, which the review lists', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  await screen.findByRole('button', { name: /Record a check/ })
  await user.keyboard('b')
  const dialog = await dialogOf()
  await user.selectOptions(dialog.getByLabelText('Outcome'), 'Lower balance')
  await user.click(dialog.getByRole('button', { name: 'Save the check' }))
  expect(await dialog.findByText(/Enter the balance in dollars and cents/)).toBeVisible()
  await fill(user, { 'Balance on the card': '62.40', 'Note for colleagues (optional)': 'Looked up twice.' })
  await user.click(dialog.getByRole('button', { name: 'Save the check' }))
  const section = within(await screen.findByRole('region', { name: 'Balance check' }))
  expect(await section.findByText('Looked up twice.')).toBeVisible()
  expect(section.getByText(/\$62\.40/)).toHaveTextContent('Lower balance: $62.40, on the website of the brand')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a picture needs a box, drawn by keyboard, or the tick that nothing on it can be spent', async () => {
  const { site, user, newest } = await openNewest(1)
  await using _ = site
  await user.click(await screen.findByRole('button', { name: /Record a check/ }))
  const dialog = await dialogOf()
  await user.selectOptions(dialog.getByLabelText('Outcome'), 'Zero balance')
  const file = new File([new Uint8Array(aPhoto())], 'balance.png', { type: 'image/png' })
  fireEvent.change(dialog.getByLabelText('Picture of what you saw'), { target: { files: [file] } })
  const save = dialog.getByRole('button', { name: 'Save the check' })
  const tick = await dialog.findByRole('checkbox', { name: 'Nothing on this picture can be spent' })
  expect(save).toHaveAttribute('aria-disabled', 'true')
  await user.click(tick)
  expect(save).not.toHaveAttribute('aria-disabled', 'true')
  await user.click(tick)
  await user.click(dialog.getByRole('button', { name: 'Add a box' }))
  const box = dialog.getByRole('button', { name: 'Black box 1' })
  box.focus()
  await user.keyboard('{ArrowRight}{ArrowUp}{Shift>}{ArrowRight}{/Shift}')
  expect(box).toHaveStyle({ left: '31%', top: '44%', width: '41%', height: '10%' })
  await user.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { checks } = await (await site.app.staff()).api.admin.review.get({ submissionId: newest })
  expect(checks).toMatchObject([{ outcome: 'zero', evidenceId: expect.any(String) }])
  expect(await screen.findByRole('link', { name: /picture/ })).toHaveAttribute(
    'href',
    `/api/files/${checks[0]?.evidenceId}`,
  )
})
