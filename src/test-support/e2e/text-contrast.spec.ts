import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './closing-test.ts'
import { lowContrasts } from './text-contrast.ts'

type Case = { id: string; html: string; isBad?: 'in both' | 'light' | 'dark' }

const inBoth = 'in both' as const
/** Contrasts that axe decides too. */
const cases: readonly Case[] = [
  { id: 'black', html: '<p id="black">Text</p>' },
  { id: 'too-pale', html: '<p id="too-pale" style="color: #999; background: #fff">Text</p>', isBad: inBoth },
  { id: 'just-pale', html: '<p id="just-pale" style="color: #777; background: #fff">Text</p>', isBad: inBoth },
  { id: 'just-good', html: '<p id="just-good" style="color: #767676; background: #fff">Text</p>' },
  { id: 'dark-grey', html: '<p id="dark-grey" style="color: #555">Text</p>', isBad: 'dark' },
  { id: 'light-grey', html: '<p id="light-grey" style="color: #aaa">Text</p>', isBad: 'light' },
  { id: 'half-black', html: '<p id="half-black" style="color: #0007; background: #fff">Text</p>', isBad: inBoth },
  { id: 'nearly-black', html: '<p id="nearly-black" style="color: #000c; background: #fff">Text</p>' },
  {
    id: 'on-half-black',
    html: '<div style="background: #fff"><p id="on-half-black" style="color: #fff; background: #0006">Text</p></div>',
    isBad: inBoth,
  },
  {
    id: 'on-layers',
    html: '<div style="background: #fff"><div style="background: #0008"><p id="on-layers" style="color: #fff; background: #0008">Text</p></div></div>',
  },
  {
    id: 'wide-gamut',
    html: '<p id="wide-gamut" style="color: oklch(75% 0 0); background: #fff">Text</p>',
    isBad: inBoth,
  },
  { id: 'large', html: '<p id="large" style="font-size: 24px; color: #949494; background: #fff">Text</p>' },
  {
    id: 'large-pale',
    html: '<p id="large-pale" style="font-size: 24px; color: #999; background: #fff">Text</p>',
    isBad: inBoth,
  },
  { id: 'bold', html: '<b id="bold" style="font-size: 18.7px; color: #949494; background: #fff">Text</b>' },
  {
    id: 'nearly-bold',
    html: '<span id="nearly-bold" style="font: 600 18.7px serif; color: #949494; background: #fff">Text</span>',
    isBad: inBoth,
  },
  { id: 'button', html: '<button id="button" style="color: #999; background: #fff">Send</button>', isBad: inBoth },
  { id: 'disabled', html: '<button id="disabled" disabled style="color: #999; background: #fff">Send</button>' },
  {
    id: 'disabled-role',
    html: '<div role="button" aria-disabled="true" style="background: #fff"><span id="disabled-role" style="color: #999">Send</span></div>',
  },
  {
    id: 'disabled-label',
    html: '<label for="off" id="disabled-label" style="color: #999; background: #fff">Name</label><input id="off" disabled>',
  },
  {
    id: 'disabled-name',
    html: '<p id="disabled-name" style="color: #999; background: #fff">Name</p><input aria-labelledby="disabled-name" disabled>',
  },
  {
    id: 'enabled-label',
    html: '<label for="on" id="enabled-label" style="color: #999; background: #fff">Name</label><input id="on">',
    isBad: inBoth,
  },
  { id: 'value', html: '<input id="value" value="Dana" style="color: #999; background: #fff">', isBad: inBoth },
  {
    id: 'option',
    html: '<select id="option" style="color: #999; background: #fff"><option value="">Choose</option></select>',
    isBad: inBoth,
  },
  { id: 'faded', html: '<p id="faded" style="opacity: 0.4; color: #000; background: #fff">Text</p>', isBad: inBoth },
  {
    id: 'hardly-faded',
    html: '<div style="background: #fff"><p id="hardly-faded" style="opacity: 0.9; color: #000">Text</p></div>',
  },
  {
    id: 'overlapped',
    html: '<div style="position: relative; background: #fff"><i class="cover" style="background: #333"></i><p id="overlapped" style="position: relative; color: #222">Text</p></div>',
    isBad: inBoth,
  },
  {
    id: 'well-overlapped',
    html: '<div style="position: relative; background: #000"><i class="cover" style="background: #eee"></i><p id="well-overlapped" style="position: relative; color: #222">Text</p></div>',
  },
  {
    id: 'outside',
    html: '<div style="position: relative; width: 90px; height: 60px; background: #222"><p id="outside" style="position: absolute; left: 200px; color: #eee">Text</p></div>',
    isBad: 'light',
  },
  { id: 'hidden', html: '<p id="hidden" style="visibility: hidden; color: #999; background: #fff">Text</p>' },
]
/** Contrasts that axe leaves open or does not look at. */
const casesOfWalk: readonly Case[] = [
  {
    id: 'placeholder',
    html: '<input id="placeholder" class="pale" placeholder="Name" aria-label="Name">',
    isBad: inBoth,
  },
  { id: 'placeholder-good', html: '<input id="placeholder-good" class="strong" placeholder="Name" aria-label="Name">' },
  {
    id: 'placeholder-off',
    html: '<input id="placeholder-off" class="pale" placeholder="Name" aria-label="Name" disabled>',
  },
  {
    id: 'gradient',
    html: '<p id="gradient" style="color: #000; background: linear-gradient(#fff, #000)">Text</p>',
    isBad: inBoth,
  },
  { id: 'one-letter', html: '<p id="one-letter" style="color: #999; background: #fff">x</p>', isBad: inBoth },
  { id: 'same', html: '<p id="same" style="color: #fff; background: #fff">Text</p>', isBad: inBoth },
  {
    id: 'chart',
    html: '<svg width="90" height="30"><text id="chart" y="20" fill="#999">Text</text></svg>',
    isBad: 'light',
  },
]

const styles = `
  :root { color-scheme: light dark; background: #fff; color: #000 }
  @media (prefers-color-scheme: dark) { :root { background: #111; color: #fff } }
  input { background: #fff; color: #000 }
  .pale::placeholder { color: #999; opacity: 1 }
  .strong::placeholder { color: #555; opacity: 1 }
  .cover { position: absolute; inset: 0 }
`

async function show(page: Page, shown: readonly Case[]): Promise<void> {
  const body = shown.map(({ html }) => `<div>${html}</div>`).join('')
  await page.setContent(`<!doctype html><html lang="en"><title>Contrasts</title><style>${styles}</style>${body}</html>`)
}

const idsOf = (texts: readonly string[]) => texts.map((text) => / id="([\w-]+)"/.exec(text)?.[1] ?? text).sort()
const badOf = (shown: readonly Case[], scheme: string) =>
  shown.filter(({ isBad }) => isBad === inBoth || isBad === scheme).map(({ id }) => id)

for (const colorScheme of ['light', 'dark'] as const)
  test(`in the ${colorScheme} scheme the bad contrasts are found, the same as by axe, and those it leaves open`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await show(page, cases)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules('color-contrast').analyze()
    const ofAxe = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
    expect(idsOf(ofAxe)).toEqual(badOf(cases, colorScheme).sort())
    expect(idsOf(await page.evaluate(lowContrasts))).toEqual(idsOf(ofAxe))

    await show(page, [...cases, ...casesOfWalk])
    // The page was reloaded, without axe.
    await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze()
    const low = await page.evaluate(lowContrasts)
    expect(idsOf(low)).toEqual(badOf([...cases, ...casesOfWalk], colorScheme).sort())
  })
