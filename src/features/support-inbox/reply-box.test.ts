import { expect, test } from 'vitest'
import { matchingCannedResponses, typedShortcut } from './reply-box.tsx'

const answer = (shortcut: string, text = '') => ({ id: shortcut, shortcut, text })

test('searches only after a leading slash', () => {
  expect(['/', '/pay', '/Pay', 'pay', ' /pay', '/pay out', '/etc/passwd', '/pay\n'].map(typedShortcut)).toEqual([
    '',
    'pay',
    'pay',
    ...Array.from({ length: 5 }, () => undefined),
  ])
})

test('ranks prefix matches before other matches', () => {
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
