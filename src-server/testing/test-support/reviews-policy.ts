import type { PolicyValues } from '#shared/policy.ts'
import type { Person, TestApp } from './test-app.ts'

/** Changes rules of the policy 'reviews' as this owner. */
export async function changeReviews(
  { ctx }: TestApp,
  owner: Person,
  changes: Partial<PolicyValues['reviews']>,
): Promise<void> {
  const present = (await owner.api.admin.policies.list()).find(({ name }) => name === 'reviews')
  const values = { ...ctx.policies.get('reviews'), ...changes }
  await owner.api.admin.policies.change({ name: 'reviews', base: present?.version ?? 0, values })
  await ctx.policies.refresh()
}
