import { expect, test } from 'vitest'
import { joinProblems, uploadFailure } from './upload-failure.ts'

test.each([
  [500, { message: 'Something went wrong on our side.' }],
  [503, { message: 'We are busy.' }],
  [507, { message: 'There is no room.' }],
  [401, { message: 'Please sign in.' }],
  [0, undefined],
  [400, null],
])('reports the name of the file for an upload that failed with %i', (status, answer) => {
  expect(uploadFailure('front.png', status, answer)).toBe('Failed to process front.png')
})

test('passes on the message of the server', () => {
  const message = 'front.png is too large. Maximum size is 10MB.'
  expect(uploadFailure('front.png', 413, { message })).toBe(message)
})

test('joins problems into one text without duplicate sentences', () => {
  expect(joinProblems(['Failed to process a.png'])).toBe('Failed to process a.png')
  expect(joinProblems(['Failed to process a.png', 'Failed to process b.png'])).toBe(
    'Failed to process a.png. Failed to process b.png.',
  )
  expect(joinProblems(['Too many files.', 'Too many files.'])).toBe('Too many files.')
})
