import { expect, test } from 'vitest'
import { stylesheets } from '#client/test-support/stylesheets.ts'

/** Medium, wide and full windows begin here; `tokens.css` names them. */
const starts = [560, 900, 1200]

test('media queries know three breakpoints', () => {
  const found = [...stylesheets].flatMap(([file, css]) =>
    [...css.matchAll(/@media[^{]*\{/g)]
      .flatMap(([query]) => [...query.matchAll(/(min|max)-width: (\d+)px/g)])
      .filter(([, end, width]) => !starts.includes(Number(width) + (end === 'max' ? 1 : 0)))
      .map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
