import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  aPng,
  button,
  files,
  fillSubmission,
  findHeading,
  missing,
  openCard,
  openUpload,
  photos,
} from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { expectToast } from '#client/test-support/component/toast.ts'

const note = () => new File(['a note'], 'note.txt', { type: 'text/plain' })
const unsupported = 'note.txt is not a supported file type. Please upload JPG, PNG, GIF, or PDF files.'
/** The messages about rejected files. */
const rejected = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const front = () => screen.getByRole('button', { name: /^Front/ })

/** Waits until the list has these rows, each named by how it starts and what it contains. */
async function expectFiles(...rows: RegExp[]): Promise<void> {
  await waitFor(() => expect(files()).toEqual(rows.map((row) => expect.stringMatching(row))))
}

test('rejects a whole batch with an invalid file; one press uploads the others', async () => {
  await using site = await openUpload()
  const big = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' })
  const tooLarge = 'big.png is too large. Maximum size is 10MB.'
  const user = site.user
  await user.upload(photos(), [aPng('front.png'), note(), big, aPng('back.png')])
  await expectToast('Upload Error', unsupported, tooLarge)
  expect(rejected()).toEqual([unsupported, tooLarge])
  expect(files()).toEqual([])
  await user.click(button('Add the other 2'))
  await expectToast('Upload Complete', '2 file(s) uploaded successfully.')
  await expectFiles(/^front\.png.*Uploaded/, /^back\.png.*Uploaded/)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(front()).toHaveFocus()
})

test('rejects an empty file and an iPhone photo with their reasons', async () => {
  await using site = await openUpload()
  await site.user.upload(photos(), new File([], 'front.png', { type: 'image/png' }))
  await expectToast('Upload Error', 'front.png is empty. Please choose another file.')
  const heic = '\0\0\0\x24ftypheic\0\0\0\0mif1heic'
  await site.user.upload(photos(), new File([heic], 'card.jpg', { type: 'image/jpeg' }))
  const advice = 'This is a HEIC photo: choose "Most Compatible" in the camera settings, or send it as JPG.'
  await waitFor(() => expect(rejected()).toEqual([expect.stringMatching(/^card\.jpg is not a supported file type\./)]))
  expect(rejected()[0]).toContain(advice)
  expect(files()).toEqual([])
})

test('ignores duplicates, keeps other files of the same name, and moves the focus on removal', async () => {
  await using site = await openUpload()
  await site.user.upload(photos(), aPng('image.png', 'one'))
  await expectFiles(/^image\.png.*Uploaded/)
  await site.user.upload(photos(), [aPng('image.png', 'one'), aPng('image.png', 'two')])
  await expectFiles(/^image\.png.*Uploaded/, /^image \(2\)\.png.*Uploaded/)
  await site.user.upload(photos(), aPng('image.png', 'one'))
  await waitFor(() => expect(rejected()).toEqual(['image.png has already been added: it is the same file.']))
  await site.user.click(button('Remove image.png'))
  expect(button('Remove image (2).png')).toHaveFocus()
  await site.user.keyboard('{Enter}')
  expect(files()).toEqual([])
  expect(front()).toHaveFocus()
})

test('files can be reordered and retaken in place, and the focus follows', async () => {
  await using site = await openUpload()
  await site.user.upload(photos(), [aPng('a.png'), aPng('b.png'), aPng('c.png')])
  await expectFiles(/^a\.png.*Uploaded/, /^b\.png.*Uploaded/, /^c\.png.*Uploaded/)
  await site.user.click(button('Move a.png down'))
  await expectFiles(/^b\.png/, /^a\.png/, /^c\.png/)
  expect(button('Move a.png down')).toHaveFocus()
  expect(screen.getByText('a.png is now file 2 of 3')).toBeInTheDocument()
  await site.user.keyboard('{Enter}')
  await expectFiles(/^b\.png/, /^c\.png/, /^a\.png/)
  expect(button('Move a.png down')).toHaveFocus()
  expect(button('Move a.png down')).toHaveAttribute('aria-disabled', 'true')
  await site.user.upload(screen.getByLabelText('Another file in place of c.png'), aPng('d.png'))
  await expectFiles(/^b\.png/, /^d\.png/, /^a\.png/)
})

test('labels the front and back of a Visa card, and moving the back up makes it the front', async () => {
  await using site = await openUpload({ brand: 'visa', value: 200 })
  const side = (name: string) => screen.getByLabelText(`${name} photo`)
  await site.user.upload(side('Front'), aPng('front.png', 'one'))
  await site.user.upload(side('Back'), aPng('back.png', 'two'))
  await expectFiles(/^front\.png\s*Front.*Uploaded/, /^back\.png\s*Back.*Uploaded/)
  await site.user.upload(side('Front'), aPng('back.png', 'two'))
  await waitFor(() => expect(rejected()).toEqual(['back.png has already been added: it is the same file.']))
  await site.user.click(button('Move back.png up'))
  await expectFiles(/^back\.png\s*Front/, /^front\.png\s*Back/)
})

test('a failed upload blocks Submit until it is tried again or removed', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  const mend = site.network.cut('/api/uploads')
  await site.user.upload(photos(), [aPng('front.png'), aPng('back.png')])
  await expectToast('Upload Error', 'Failed to process front.png', 'Failed to process back.png')
  await expectFiles(/Failed to process front\.png/, /Failed to process back\.png/)
  expect(missing().map(({ textContent }) => textContent)).toContain(
    'back.png was not uploaded. Remove it or try again.',
  )
  await site.user.click(button('Upload Files to Continue'))
  await screen.findByRole('heading', { name: 'There is a problem' })
  mend()
  await site.user.click(button('Retry front.png'))
  await expectToast('Upload Complete', '1 file(s) uploaded successfully.')
  await site.user.click(button('Remove back.png'))
  await expectFiles(/^front\.png.*Uploaded/)
  await site.user.click(button('Submit Securely'))
  await findHeading('Order Submitted Successfully!')
})

test('a photo chosen offline is uploaded once the network is back', async () => {
  await using site = await openUpload()
  const mend = site.network.cut('/api/uploads')
  await site.user.upload(photos(), aPng('front.png'))
  await expectFiles(/Upload continues when you're back online\./)
  mend()
  window.dispatchEvent(new Event('online'))
  await expectFiles(/^front\.png.*Uploaded/)
  expect(screen.getByText('front.png is uploaded')).toBeInTheDocument()
})

test('the button shows uploads in progress, and an upload can be cancelled', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  const release = site.network.hold('/api/uploads')
  await site.user.upload(photos(), [aPng('front.png'), aPng('back.png')])
  await screen.findByRole('button', { name: 'Processing Files...' })
  expect(missing().map(({ textContent }) => textContent)).toEqual(['Please wait for files to finish uploading'])
  await site.user.click(button('Processing Files...'))
  expect(await screen.findByRole('heading', { name: 'Almost ready' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Almost ready' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'There is a problem' })).toBeNull()
  expect(document.title).not.toMatch(/^Error/)
  await site.user.click(button('Cancel back.png'))
  release()
  await expectFiles(/^front\.png.*Uploaded/)
  expect(button('Submit Securely')).not.toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByText(/Failed to process/)).toBeNull()
})

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
