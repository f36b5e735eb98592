import type { Brand } from '#shared/brand.ts'
import type { Catalogue } from '#shared/catalogue.ts'
import { boughtBrands, rateRange } from '#shared/rate-range.ts'
import { site } from '#shared/site.ts'
import type { PublicSite } from '#shared/site-settings.ts'
import { brandOffer } from './features/catalogue/brand-offer.ts'
import { visitorQuestions } from './features/support-chat/visitor-questions.ts'
import { cardOffer } from './lib/card-offer.ts'

/** What only search engines and link previews read. `router.ts` removes it when the visitor goes to another page. */

/** What names a URL of the site is undefined for a site that has no public one. */
type Facts = { description: string; structured?: readonly (object | undefined)[] }
/** The public URL, which ends with a slash. */
type SiteUrl = string | undefined

/** The picture of link previews, which names no rate. */
const shareImage = {
  file: 'share.png',
  width: 1200,
  height: 630,
  alt: `${site.tagline}: a receipt from card to cash`,
} as const

const home = { name: 'Home', path: '/' }
const supportedCards = { name: 'Supported Cards', path: '/supported-cards' }

/** The pages for search engines, besides those of brands. They must not find any other. */
const pages: Readonly<Record<string, (catalogue: Catalogue, shop: PublicSite, siteUrl: SiteUrl) => Facts>> = {
  '/': ({ brands }, shop, siteUrl) => {
    const now = Date.now()
    const offer = `${boughtBrands(brands, now).length} brands, ${rateRange(brands, now)}`
    return {
      description: `Sell unused gift cards for cash. See your payout to the cent before you sign up. ${offer}.`,
      structured: [organization(shop, siteUrl)],
    }
  },
  '/exchange': () => ({
    description: 'Get a free quote for your gift card. Pick the brand, enter the value and see your payout at once.',
  }),
  '/supported-cards': (_, __, siteUrl) => ({
    description:
      'Rates, minimums and maximums of the gift cards we buy, what we need from you, and what gets rejected.',
    structured: [breadcrumbs(siteUrl, home, supportedCards)],
  }),
  '/contact': ({ brands }, { keptFor }) => ({
    description: 'Answers to common questions about selling gift cards, and 24/7 support. We reply within 1 hour.',
    structured: [faqPage(rateRange(brands, Date.now()), keptFor)],
  }),
  '/figures': () => ({
    description: 'How fast we decide and pay: the figures of the last 30 days, counted from our orders.',
  }),
  '/signup': () => ({ description: 'Create a free account to sell your gift cards. It takes about a minute.' }),
  '/privacy-policy': () => ({
    description: 'What we collect when you sell a gift card, how we encrypt it and when we erase it.',
  }),
  '/terms-of-service': () => ({
    description: 'What you promise when you sell us a gift card, and what we promise you.',
  }),
}

const brandPath = /^\/sell\/([^/]+)$/

/** Whether search engines may list this page, while its brand is shown. */
export function hasDescription(path: string) {
  return path in pages || brandPath.test(path)
}

function factsOf(path: string, catalogue: Catalogue, shop: PublicSite, siteUrl: SiteUrl) {
  const [, slug] = brandPath.exec(path) ?? []
  if (slug === undefined) return pages[path]?.(catalogue, shop, siteUrl)
  const brand = catalogue.find(slug)
  return brand && brand.state !== 'hidden' ? brandFacts(brand, path, siteUrl) : undefined
}

function brandFacts(brand: Brand, path: string, siteUrl: SiteUrl): Facts {
  const { rate, value, payout } = brandOffer(brand)
  const isBought = cardOffer(brand, null).refusal === undefined
  const offer = isBought
    ? `Sell your ${brand.name} gift card for ${rate} of its value: a ${value} card pays ${payout}.`
    : `Sell your ${brand.name} gift card when we buy this brand again.`
  return {
    description: `${offer} See what we need, where the code is and what gets rejected.`,
    structured: [breadcrumbs(siteUrl, home, supportedCards, { name: brand.name, path })],
  }
}

/** As HTML; none for pages that search engines do not list. `title` is escaped HTML. */
export function pageHead(path: string, title: string, catalogue: Catalogue, shop: PublicSite, siteUrl: SiteUrl) {
  const facts = factsOf(path, catalogue, shop, siteUrl)
  if (!facts) return ''
  const description = escaped(facts.description)
  const tags = [
    `<meta name="description" content="${description}" ${mark}>`,
    property('og:type', 'website'),
    property('og:site_name', escaped(shop.brandName)),
    property('og:title', title),
    property('og:description', description),
  ]
  const withUrl = (base: string) => [
    `<link rel="canonical" href="${escaped(fullUrl(base, path))}" ${mark}>`,
    property('og:url', escaped(fullUrl(base, path))),
    property('og:image', escaped(fullUrl(base, `/${shareImage.file}`))),
    property('og:image:width', `${shareImage.width}`),
    property('og:image:height', `${shareImage.height}`),
    property('og:image:alt', shareImage.alt),
    `<meta name="twitter:card" content="summary_large_image" ${mark}>`,
  ]
  const structured = (facts.structured ?? [])
    .filter((each) => each !== undefined)
    .map((each) => JSON.stringify(each).replaceAll('<', '\\u003c'))
    .map((json) => `<script type="application/ld+json" ${mark}>${json}</script>`)
  return [...tags, ...(siteUrl === undefined ? [] : withUrl(siteUrl)), ...structured].join('')
}

/** Marks tags that describe one page only. */
const mark = 'data-page'

function property(name: string, content: string) {
  return `<meta property="${name}" content="${content}" ${mark}>`
}

function organization({ brandName, supportEmail }: PublicSite, siteUrl: SiteUrl) {
  if (siteUrl === undefined) return undefined
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brandName,
    url: fullUrl(siteUrl, '/'),
    logo: fullUrl(siteUrl, '/icon-512.png'),
    email: supportEmail,
  }
}

function faqPage(rates: string, keptFor: string | undefined) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: visitorQuestions(rates, keptFor).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function breadcrumbs(siteUrl: SiteUrl, ...trail: readonly { name: string; path: string }[]) {
  if (siteUrl === undefined) return undefined
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: fullUrl(siteUrl, path),
    })),
  }
}

function fullUrl(siteUrl: string, path: string) {
  return siteUrl + path.slice(1)
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
