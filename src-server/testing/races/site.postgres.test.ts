import { expect, test, vi } from 'vitest'
import { siteDefaults } from '#shared/site-settings.ts'
import { ensureAnswers } from '../../chat/ensure-answers.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** What owners say about the site, changed on two nodes, and what a new site begins with. */

const ROUNDS = 4

const site = await twoNodesOfFile()
const owner = await site.onBoth(await site.one.staff())

test('of two changes based on the same version one is stored, the other a conflict, and both nodes show it', () =>
  rounds(ROUNDS, async (first, second) => {
    const { version: base } = await owner[0].api.admin.site.get()
    const change = (by: Person, brandName: string) => () =>
      by.api.admin.site.change({ base, note: '', values: { ...siteDefaults, brandName } })
    await onlyOne([change(owner[first], `One ${base}`), change(owner[second], `Other ${base}`)])
    const { version, values } = await owner[0].api.admin.site.get()
    expect(version).toBe(base + 1)
    for (const { ctx } of [site.one, site.other])
      await vi.waitFor(() => expect(ctx.site.current).toEqual({ version, ...values }))
  }))

test('two nodes that start at once save the first answers once', async () => {
  await Promise.all([site.one, site.other].map(({ ctx }) => ensureAnswers(ctx)))
  expect(await owner[1].api.admin.chat.cannedResponses()).toHaveLength(5)
})
