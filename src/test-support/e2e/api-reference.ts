import { expect, type Locator, type Page } from '@playwright/test'

/** The call with this operation id on the page of the API reference. */
export const callOf = (page: Page, tag: string, id: string): Locator => page.locator(`#operations-${tag}-${id}`)

/** Shows the calls of a tag. */
export async function openTag(page: Page, tag: string): Promise<Locator> {
  const section = page.locator('.opblock-tag-section').filter({ has: page.locator(`#operations-tag-${tag}`) })
  await section.getByRole('button', { name: 'Expand operation' }).click()
  return section
}

/** Opens a call, sends its example, and waits for the response. */
export async function tryCall(page: Page, tag: string, id: string): Promise<void> {
  await openTag(page, tag)
  const call = callOf(page, tag, id)
  await call.getByRole('button', { expanded: false }).first().click()
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.getByRole('heading', { name: 'Server response' })).toBeVisible()
}
