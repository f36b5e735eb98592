import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import type { Person } from '#server/testing/test-support/test-app.ts'
import { fill } from './fill.ts'
import { openSite, type Site } from './open-site.tsx'

export const cardNumber = 'X2MW 9QP4 7TLZ 6KRD'

type Sale = { brand?: string; value?: number; condition?: string; method?: string }
type Exchange = Site & { user: UserEvent }

export const button = (name: string) => screen.getByRole('button', { name })
export const findHeading = (name: string) => screen.findByRole('heading', { name })

/** A site with the first step open, for a visitor or `as`. */
export async function openCard({ brand, value }: Sale = {}, as?: (site: Site) => Promise<Person>): Promise<Exchange> {
  const site = await openSite()
  const search = new URLSearchParams({ ...(brand && { brand }), ...(value && { value: String(value) }) })
  const user = await site.visit(`/exchange?${search}`, { as: await as?.(site) })
  await screen.findByText(as ? /^Signed in as/ : /^Free quote/)
  // The card of the address arrives after the first render.
  if (value) await screen.findByDisplayValue(String(value))
  return Object.assign(site, { user })
}

/** A site with the second step open. */
export async function openQuote(sale: Sale = {}, as?: (site: Site) => Promise<Person>): Promise<Exchange> {
  const site = await openCard({ brand: 'apple', value: 100, ...sale }, as)
  if (sale.condition) await site.user.click(screen.getByRole('radio', { name: new RegExp(`^${sale.condition}`) }))
  await site.user.click(button('Get My Quote'))
  await findHeading('Your quote')
  return site
}

export async function chooseMethod({ user }: Exchange, name: string): Promise<void> {
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${name}`) }))
}

/** A site with the third step open, for a new customer. */
export async function openUpload(sale: Sale = {}): Promise<Exchange & { dana: Person }> {
  let dana: Person | undefined
  const site = await openQuote(sale, async ({ app }) => {
    dana = await app.customer()
    return dana
  })
  await chooseMethod(site, sale.method ?? 'Cash App')
  await site.user.click(button('Continue'))
  await findHeading('Upload & Submit')
  if (!dana) throw new Error('No customer.')
  return Object.assign(site, { dana })
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGPgDbf5DwACtQGgvpxAKQAAAABJRU5ErkJggg==',
  'base64',
)

/** An image of one pixel; another `seed` gives another file. */
export function aPng(name: string, seed = name): File {
  return new File([pixel, seed], name, { type: 'image/png' })
}

export const photos = () => screen.getByLabelText('Gift card photos')

/** The text of each row of 'Uploaded files'. */
export function files(): string[] {
  const list = screen.queryByRole('region', { name: 'Uploaded files' })
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : []
}

/** The lines of the list of missing fields. */
export function missing(): HTMLElement[] {
  const list = screen.queryByRole('region', { name: /^(What is missing|Almost ready)$/ })
  return list ? within(list).queryAllByRole('button') : []
}

/** The question whether another person asked for the card. */
export function scamCheck() {
  return screen.getByRole('group', { name: 'Did someone you do not know ask you to buy or sell this card?' })
}

export const terms = () => screen.getByRole('checkbox', { name: /rightful owner/ })

/** The lines of the list of soft checks. */
export function worthChecking(): string[] {
  const list = screen.queryByRole('region', { name: /^Worth checking/ })
  return list
    ? within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    : []
}

/** Fills in everything of step 3 but the photos, for an Apple card and a Cash App payout. */
export async function fillSubmission({ user }: Exchange): Promise<void> {
  await fill(user, { 'Gift Card Number': cardNumber, 'Cash App Tag': '$dana_r' })
  await user.click(within(scamCheck()).getByRole('button', { name: 'No' }))
  await user.click(terms())
}
