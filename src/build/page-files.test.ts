import { expect, test } from 'vitest'
import { filesOf, routeChunk } from './page-files.ts'

const chunk = (file: string, more: object = {}) => ({ file, ...more })
const manifest = {
  'index.html': chunk('entry.js', { imports: ['_shared.js'], css: ['entry.css'] }),
  '_shared.js': chunk('shared.js'),
  'routes/-pages/index.tsx': chunk('home.js', { imports: ['_shared.js'] }),
  'routes/-pages/transactions.tsx': chunk('list.js'),
  'routes/-pages/transactions_.$reference.tsx': chunk('order.js', { css: ['order.css'] }),
  'routes/-pages/admin_.users.$id.tsx': chunk('user.js'),
  'routes/-pages/$.tsx': chunk('nowhere.js'),
}

test.each([
  ['/', 'home.js'],
  ['/transactions', 'list.js'],
  ['/transactions/$reference', 'order.js'],
  ['/admin/users/$id', 'user.js'],
  ['/$', 'nowhere.js'],
])('the component of %s is in %s', (path, file) => {
  expect(filesOf(manifest, [routeChunk(manifest, path)]).scripts.at(-1)).toBe(file)
})

test('a screen without a chunk stops the build', () => {
  expect(() => routeChunk(manifest, '/transaction')).toThrow('The build has no chunk for the screen /transaction.')
})

test('lists what chunks import before them, each file once', () => {
  const files = filesOf(manifest, [
    'index.html',
    routeChunk(manifest, '/'),
    routeChunk(manifest, '/transactions/$reference'),
  ])
  expect(files).toEqual({
    scripts: ['shared.js', 'entry.js', 'home.js', 'order.js'],
    styles: ['entry.css', 'order.css'],
  })
})
