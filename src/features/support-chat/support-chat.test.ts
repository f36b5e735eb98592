import { expect, test } from 'vitest'
import { statusReasons } from '#shared/status-reasons.ts'
import { commonQuestions } from './support-chat.tsx'

test('has six questions answered with standard status reasons', () => {
  const reasons = Object.values(statusReasons).flat()
  expect(commonQuestions).toHaveLength(6)
  for (const { question, answers } of commonQuestions)
    for (const answer of answers) expect(reasons, question).toContain(answer)
})
