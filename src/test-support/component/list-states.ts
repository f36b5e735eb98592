import { screen, within } from '@testing-library/dom'
import type { Person } from '#server/testing/test-support/test-app.ts'
import type { Site } from './open-site.tsx'

type List = {
  as: Person
  /** The query of the list. */
  call: string
  /** What the list has: 'users'. */
  what: string
  shown: () => Promise<unknown>
}

/** Expects a page to show that its list loads, then the list, and an error with a retry when it cannot be loaded. */
export async function expectListStates(site: Site, path: string, { as, call, what, shown }: List): Promise<void> {
  const release = site.network.hold(call)
  await site.visit(path, { as })
  await screen.findByText(`Loading ${what}...`)
  release()
  await shown()
  // The opening of a socket would load the list and remove the button.
  site.network.refuseSockets()
  const restore = site.network.cut(call)
  const user = await site.visit(path, { as })
  const heading = await screen.findByRole('heading', { name: `We couldn't load the ${what}` })
  restore()
  await user.click(within(heading.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }))
  await shown()
}
