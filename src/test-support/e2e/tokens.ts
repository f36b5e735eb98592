import { expect, type Locator } from '@playwright/test'
import type { MakeTokenInput } from '#shared/api-token-schema.ts'
import type { Caller } from './accounts.ts'

let made = 0

/** An unused token name. */
export function newTokenName(): string {
  return `Script ${process.pid}-${Date.now()}-${++made}`
}

/** Creates a token as the signed-in owner through the API. */
export async function makeToken({ request }: Caller, input: Partial<MakeTokenInput> = {}): Promise<{ name: string }> {
  const data = { name: newTokenName(), scopes: ['submissions:read', 'submissions:reveal'], ...input }
  const answer = await request.post('/trpc/admin.tokens.create', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return data
}

/** Fills in and submits the form of a new token. */
export async function fillToken(dialog: Locator, name: string, ...scopes: string[]): Promise<void> {
  await dialog.getByLabel('Name').fill(name)
  for (const scope of scopes) await dialog.getByRole('checkbox', { name: new RegExp(`${scope}$`) }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
}
