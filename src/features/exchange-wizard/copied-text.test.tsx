import { createEvent, fireEvent, screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aPng, button, files, findHeading, openCard, openUpload } from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const around = (text: string) => `\u202d${text}\u202c`

test('fields for numbers, codes, phones and accounts drop invisible characters as they are pasted', async () => {
  await using site = await openUpload({ brand: 'visa', value: 200, method: 'Bank Transfer' })
  for (const [label, text] of [
    ['Gift Card Number', '4111 1111 1111 1111'],
    ['Security Code', '123'],
    ['Expiry Date (optional)', '12/39'],
    ['Account Number', '000123456789'],
    ['Routing Number', '021000021'],
    ['Phone (optional)', '+1 (555) 010-0199'],
  ] as const) {
    await fill(site.user, { [label]: around(text) })
    expect([label, field(label).value]).toEqual([label, text])
  }
})

test.each([
  ['PayPal', 'PayPal Email', 'dana@mail.example'],
  ['Cash App', 'Cash App Tag', '$dana_r'],
  ['Zelle', 'Zelle Email or Phone', '(555) 010-0199'],
])('the %s account is entered as it is read', async (method, label, text) => {
  await using site = await openUpload({ method })
  await fill(site.user, { [label]: `\u2068${text}\u2069\ufeff` })
  expect(field(label)).toHaveValue(text)
})

test.each(['１００', '＄１００．００', '١٠٠', around('$100')])('the value %s is 100 dollars', async (typed) => {
  await using site = await openCard({ brand: 'apple' })
  await fill(site.user, { 'Gift Card Value': typed })
  await site.user.click(button('Get My Quote'))
  await findHeading('Your quote')
  expect(screen.getAllByText('$92.00').length).toBeGreaterThan(0)
})

/** Pastes this picture and text into the control; whether the page has handled it. */
function pasteInto(control: HTMLElement, text: string): boolean {
  const clipboardData = { files: [aPng('image.png')], getData: () => text }
  const event = createEvent.paste(control, { clipboardData })
  fireEvent(control, event)
  return event.defaultPrevented
}

test('cells of a spreadsheet that are pasted into a field are its text, not a photo', async () => {
  await using site = await openUpload()
  expect(site.network.count('exchange.submit')).toBe(0)
  expect(pasteInto(field('Gift Card Number'), 'X2MW 9QP4')).toBe(false)
  expect(files()).toEqual([])
  expect(pasteInto(field('Gift Card Number'), '')).toBe(true)
  expect(await screen.findByText(/^image\.png/)).toBeVisible()
})
