import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#client/features/home/home-page.tsx'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/')({
  staticData: { prerender: { unless: [] } },
  head: () => ({
    meta: [
      { title: `${site.tagline} | ${site.brandName}` },
      {
        name: 'description',
        content:
          'Sell unused gift cards for cash. See the payout to the cent before you upload anything. Over 90 brands, rates up to 93%.',
      },
    ],
  }),
  component: HomePage,
})
