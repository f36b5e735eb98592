import { expect, test } from 'vitest'
import { matchingCannedResponses, typedShortcut } from './matching-canned-responses.ts'

const answer = (shortcut: string, text = '') => ({ id: shortcut, shortcut, text })

test('only a slash at the very start looks for an answer', () => {
  expect(['/', '/pay', '/Pay', 'pay', ' /pay', '/pay out', '/etc/passwd', '/pay\n'].map(typedShortcut)).toEqual([
    '',
    'pay',
    'pay',
    ...Array.from({ length: 5 }, () => undefined),
  ])
})

test('what begins with the letters comes before what has them somewhere', () => {
  const answers = [
    answer('late-payout'),
    answer('payout'),
    answer('photo', 'Send it again, we pay then.'),
    answer('bye'),
  ]
  expect(matchingCannedResponses(answers, 'pay').map(({ shortcut }) => shortcut)).toEqual([
    'payout',
    'late-payout',
    'photo',
  ])
  expect(matchingCannedResponses(answers, '')).toHaveLength(4)
})
