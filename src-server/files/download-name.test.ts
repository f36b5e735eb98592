import { expect, test } from 'vitest'
import { anUpload, aPhoto, aSubmission } from '../testing/test-support/factories.ts'
import { aGif, aJpeg, aPdf } from '../testing/test-support/pictures.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

const tail = '<script>new ActiveXObject("x")</script>'
const withTail = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(tail)])
const [jpeg, png, gif, pdf] = [withTail(await aJpeg()), withTail(aPhoto()), withTail(aGif()), aPdf()]

test.each([
  ['front.jpg.hta', jpeg, 'front.jpg', 'front.jpg'],
  ['card.html', jpeg, 'card.jpg', 'card.jpg'],
  ['x.lnk', png, 'x.png', 'x.jpg'],
  ['card', png, 'card.png', 'card.jpg'],
  ['card.PNG', png, 'card.PNG', 'card.jpg'],
  ['card.jpeg', jpeg, 'card.jpeg', 'card.jpeg'],
  ['card.svg', gif, 'card.gif', 'card.jpg'],
  ['setup.exe', gif, 'setup.gif', 'setup.jpg'],
  ['card.hta.', jpeg, 'card.hta..jpg', 'card.hta..jpg'],
  ['card.application', jpeg, 'card.application.jpg', 'card.application.jpg'],
  ['receipt.html', pdf, 'receipt.pdf', 'receipt.jpg'],
  ['receipt.pdf.scr', pdf, 'receipt.pdf', 'receipt.pdf.jpg'],
])('%s is downloaded with the ending of its type, re-encoded for staff', async (name, bytes, original, shown) => {
  await using app = await createTestApp()
  const [owner, staff] = [await app.customer(), await app.staff()]
  const id = await anUpload(app, owner, name, bytes)
  await aSubmission(app, owner, { fileIds: [id] })
  const get = (query: string, as = staff) => app.request('GET', `/api/files/${id}?download=${query}`, { as })
  const [safe, whole, own] = [await get('1'), await get('original'), await get('1', owner)]
  expect(safe.headers['content-disposition']).toBe(`attachment; filename=${shown}`)
  expect(safe.rawPayload.includes(tail)).toBe(false)
  for (const response of [whole, own]) {
    expect(response.headers['content-disposition']).toBe(`attachment; filename=${original}`)
    expect(response.rawPayload.equals(bytes)).toBe(true)
  }
})
