import { expect, test } from 'vitest'
import { stylesheets } from '#client/test-support/stylesheets.ts'

/** The selectors with `:hover` that also apply without a pointer that can hover. */
function hoverWithoutPointer(css: string): string[] {
  const found: string[] = []
  const around: string[] = []
  let start = 0
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const { 0: mark, index } of text.matchAll(/[{};]/g)) {
    const prelude = text.slice(start, index).trim()
    start = index + 1
    if (mark === '}') around.pop()
    if (mark !== '{') continue
    const needsPointer = around.some((each) => /^@media .*\(hover: hover\)/.test(each))
    if (prelude.includes(':hover') && !needsPointer) found.push(prelude)
    around.push(prelude)
  }
  return found
}

test('finds :hover outside a media query', () => {
  expect(hoverWithoutPointer('@media (hover: hover) { a:hover { color: red; } } b:hover { color: red; }')).toEqual([
    'b:hover',
  ])
  expect(hoverWithoutPointer('@media (hover: none) { a:hover { color: red } }')).toEqual(['a:hover'])
  expect(hoverWithoutPointer('a { color: red; &:hover { color: blue; } }')).toEqual(['&:hover'])
})

// A touch screen keeps the hover state of what was tapped last.
test('applies :hover only where the pointer can hover', () => {
  const found = [...stylesheets].flatMap(([file, css]) =>
    hoverWithoutPointer(css).map((selector) => `${file}: ${selector}`),
  )
  expect(found).toEqual([])
})

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
