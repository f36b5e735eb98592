import { expect, test } from 'vitest'
import { statusReasons } from '#shared/status-reasons.ts'
import { commonQuestions } from './question-list.ts'

test('six questions, each answered in the words of staff', () => {
  const reasons = Object.values(statusReasons).flat()
  expect(commonQuestions).toHaveLength(6)
  for (const { question, answers } of commonQuestions)
    for (const answer of answers) expect(reasons, question).toContain(answer)
})
