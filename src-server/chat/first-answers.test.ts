import { expect, test } from 'vitest'
import { fillAnswer, SAVED_ANSWER_MAX_LENGTH, shortcutPattern } from '#shared/inbox.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { ensureAnswers, firstAnswers } from './ensure-answers.ts'

test('a new site has five answers, and a removed one does not come back', async () => {
  await using app = await createTestApp()
  const support = await app.colleague('support')
  await ensureAnswers(app.ctx)
  const answers = await support.api.admin.chat.cannedResponses()
  expect(answers.map(({ shortcut }) => shortcut)).toEqual(
    ['where-is-my-money', 'why-rejected', 'how-long', 'payout-details', 'better-photos'].sort(),
  )
  for (const { id } of answers) await support.api.admin.chat.removeCannedResponse({ id })
  await ensureAnswers(app.ctx)
  expect(await support.api.admin.chat.cannedResponses()).toEqual([])
})

test('a site whose team has answers of its own gets none beside them', async () => {
  await using app = await createTestApp()
  const support = await app.colleague('support')
  await support.api.admin.chat.saveCannedResponse({ shortcut: 'how-long', text: 'An hour.' })
  await ensureAnswers(app.ctx)
  expect((await support.api.admin.chat.cannedResponses()).map(({ text }) => text)).toEqual(['An hour.'])
})

test.each(firstAnswers)('the answer /$shortcut can be saved as it is and reads well without an order', (answer) => {
  expect(answer.shortcut).toMatch(shortcutPattern)
  expect(answer.text.length).toBeLessThanOrEqual(SAVED_ANSWER_MAX_LENGTH)
  expect(fillAnswer(answer.text, { name: 'Dana Reyes', order: undefined })).not.toMatch(/[{}]/)
})
